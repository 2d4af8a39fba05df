/** Milliseconds after which the first page is no longer waited for: it may have failed. */
const MAX_FIRST_PAGE_MS = 2_000;

let resolveShown = () => {};
const pageShown = new Promise<void>((resolve) => {
  resolveShown = resolve;
});

/** Signals that the first page has rendered with its data. */
export const reportFirstPage = () => resolveShown();

/** Resolves once the first page has rendered and the browser is idle, with a timeout. */
export async function waitForFirstPage(): Promise<void> {
  await Promise.race([pageShown, new Promise((resolve) => setTimeout(resolve, MAX_FIRST_PAGE_MS))]);
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else resolve();
  });
}
