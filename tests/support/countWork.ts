import type { PanelPage } from "./panelPage.ts";

/** What somebody did: keys pressed, clicks, and pages seen. */
export interface Work {
  readonly keys: number;
  readonly clicks: number;
  readonly pages: number;
}

/** Counts what somebody does from here on: keys, clicks, and pages seen, the first included. */
export async function countWork({ page }: PanelPage): Promise<() => Promise<Work>> {
  await page.evaluate(() => {
    const work = { keys: 0, clicks: 0, pages: 1 };
    Object.assign(window, { work });
    window.addEventListener("keydown", ({ key }) => !/^(Control|Shift)$/.test(key) && work.keys++, true);
    window.addEventListener("pointerdown", () => work.clicks++, true);
    let place = location.hash.split("?")[0];
    const note = () => {
      const now = location.hash.split("?")[0];
      if (now !== place) work.pages++;
      place = now;
    };
    window.addEventListener("hashchange", note);
    // What the router does has no event.
    for (const name of ["pushState", "replaceState"] as const) {
      const change = history[name].bind(history);
      history[name] = (...parts) => {
        change(...parts);
        note();
      };
    }
  });
  return () => page.evaluate(() => (window as Window & { work?: Work }).work ?? { keys: 0, clicks: 0, pages: 0 });
}
