import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";

interface Rendered {
  readonly container: HTMLElement;
  rerender(node: ReactNode): void;
}

const roots = new Set<Root>();

/** Renders a part of the panel synchronously, without act(), which only development builds of React have. */
export function render(node: ReactNode): Rendered {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  roots.add(root);
  const rerender = (next: ReactNode) => flushSync(() => root.render(next));
  rerender(node);
  return { container, rerender };
}

/** Unmounts everything that `render` mounted. */
export function cleanup(): void {
  for (const root of roots) root.unmount();
  roots.clear();
  document.body.innerHTML = "";
}
