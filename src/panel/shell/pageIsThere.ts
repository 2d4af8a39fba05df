/** Milliseconds after which nobody waits for the first page any more: it may have failed. */
const longest = 2_000;

let stands = () => {};
const firstPage = new Promise<void>((resolve) => {
  stands = resolve;
});

/** Tells that the first page has been drawn, with its data. */
export const firstPageStands = () => stands();

/** When the first page stands and the browser has nothing better to do, and soon anyway. */
export async function pageIsThere(): Promise<void> {
  await Promise.race([firstPage, new Promise((resolve) => setTimeout(resolve, longest))]);
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else resolve();
  });
}
