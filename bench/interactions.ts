import type { Page } from "playwright";
import { type Figure, milliseconds } from "./report.ts";

interface Interaction {
  readonly name: string;
  /** Milliseconds from the event to the next frame. */
  readonly duration: number;
}

type Watched = { interactions: Interaction[] };

/** Starts to note how long the page takes to answer what one does on it. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const told = window as unknown as Watched;
    told.interactions = [];
    new PerformanceObserver((entries) => {
      told.interactions.push(...entries.getEntries().map(({ name, duration }) => ({ name, duration })));
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The slowest of them since then; `about` names what was done. */
export async function longestInteraction(page: Page, about: string): Promise<Figure> {
  const interactions = await page.evaluate(() => (window as unknown as Watched).interactions);
  const longest = interactions.reduce((one, other) => (other.duration > one.duration ? other : one), {
    name: "all",
    duration: 0,
  });
  return {
    name: `longest of the interactions with ${about} (${longest.name}), ms`,
    ours: longest.duration === 0 ? "below 16 ms" : milliseconds(longest.duration),
    value: longest.duration,
    bound: { atMost: 100 },
  };
}
