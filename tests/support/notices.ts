import type { Page } from "playwright";
import { asking } from "./asking.ts";

declare global {
  interface Window {
    /** Texts of the notices that appeared in this document and that no test has asked for. */
    notices?: string[];
  }
}

/** Records notices as they appear: on a busy machine one may be gone before the test looks. */
export async function recordNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notices: string[] = [];
    window.notices = notices;
    const selector = "[data-notice]";
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      for (const node of added)
        for (const notice of node.matches(selector) ? [node] : node.querySelectorAll(selector))
          notices.push(notice.textContent ?? "");
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits for a notice with this text and closes it, so that an equal one can be told apart. */
export async function takeNotice(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const { notices = [] } = window;
      const at = notices.findIndex((notice) => notice.includes(wanted));
      if (at >= 0) notices.splice(at, 1);
      return at >= 0;
    },
    text,
    asking,
  );
  await closeNotices(page, text);
}

/** Closes the notices with this text, by default all. */
export async function closeNotices(page: Page, text = ""): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const shown = [...document.querySelectorAll("[data-notice]")].filter((one) => one.textContent?.includes(wanted));
      const buttons = shown.flatMap((notice) => [...notice.querySelectorAll<HTMLElement>('[aria-label="Close"]')]);
      for (const button of buttons) button.click();
      return buttons.length === 0;
    },
    text,
    asking,
  );
}
