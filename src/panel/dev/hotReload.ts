// Loaded by the development server alone (scripts/codegenPlugin.ts): shows changed schemas and texts in place.
import type { ResourceModule } from "../../core/schema/resourceModule.ts";
import { refreshTexts, replaceTexts } from "../providers/i18nProvider.ts";
import { replaceResource } from "../providers/resources.ts";

interface ChangedTexts {
  readonly language: string;
  readonly path: string;
  readonly texts: Readonly<Record<string, unknown>>;
}
/** The current exports of a generated module. */
type HotUpdate = ChangedTexts | { readonly resource: string; readonly module: ResourceModule };

async function apply(change: HotUpdate): Promise<void> {
  if (!("resource" in change)) return replaceTexts(change.language, change.path, change.texts);
  replaceResource(change.resource, change.module);
  await refreshTexts();
}

declare global {
  interface WindowEventMap {
    "patchbay:changed": CustomEvent<HotUpdate>;
  }
}

window.addEventListener("patchbay:changed", ({ detail }) => void apply(detail));
import.meta.hot?.on("patchbay:texts", (texts: ChangedTexts) => void apply(texts));
// A schema may be reverted, and nothing else tells the page.
import.meta.hot?.on("patchbay:mended", () => {
  for (const overlay of document.querySelectorAll("vite-error-overlay")) overlay.remove();
});
