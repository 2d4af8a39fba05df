import type { Page } from "playwright";
import { settle } from "./browser.ts";

/** Supported viewport widths, from the narrowest phone to a desktop. */
export const widths = [320, 390, 768, 1280] as const;

/**
 * Layout problems at any of the widths: a page that scrolls sideways, cut-off texts, overlapping buttons, boxes that what
 * is in them runs out of, and parts of a page too narrow to be read.
 */
export async function misfits(page: Page): Promise<string[]> {
  const found: string[] = [];
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    found.push(...(await page.evaluate(findMisfits)).map((misfit) => `${width} px: ${misfit}`));
  }
  if (size) await page.setViewportSize(size);
  return found;
}

/** Runs in the browser. */
function findMisfits(): string[] {
  const root = document.documentElement;
  const overflows = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1;
  const found: string[] = [];
  if (root.scrollWidth > root.clientWidth + 1) {
    const widest = [...document.querySelectorAll("main *, header *")].filter(overflows).at(-1);
    found.push(`the page scrolls to ${root.scrollWidth}: ${widest?.className} "${widest?.textContent?.slice(0, 60)}"`);
  }
  const modal = document.querySelector("[role=dialog], [role=menu]");
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.classList[0] ?? ""} "${element.textContent?.trim().slice(0, 60)}"`;
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  for (const element of (modal ?? document.body).querySelectorAll<HTMLElement>("*")) {
    const { maxHeight, overflowY } = getComputedStyle(element);
    const isTooHigh = maxHeight !== "none" && element.scrollHeight > element.clientHeight + 1;
    if (isTooHigh && overflowY === "visible" && isShown(element)) found.push(`runs out: ${nameOf(element)}`);
    if (!hasText(element) || element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
    if (!isShown(element)) continue;
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (overflowX === "auto" || overflowX === "scroll") continue;
    if (textOverflow === "ellipsis" && element.closest("[title]")) continue;
    found.push(`cut off: ${nameOf(element)}`);
  }
  for (const part of document.querySelectorAll("main section[aria-labelledby]"))
    if (isShown(part) && part.clientWidth < 200) found.push(`narrow: ${nameOf(part)}`);
  const buttons = [...(modal ?? document.body).querySelectorAll("button, [role=button], a.MuiButton-root")].filter(
    (button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return isShown(button) && hit !== null && button.contains(hit);
    },
  );
  for (const [index, one] of buttons.entries()) {
    for (const other of buttons.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`overlap: ${nameOf(one)} and ${nameOf(other)}`);
    }
  }
  return found;
}
