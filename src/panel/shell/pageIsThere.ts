/** When the browser has nothing better to do, and soon anyway. */
export function pageIsThere(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else resolve();
  });
}
