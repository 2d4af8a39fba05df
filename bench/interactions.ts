import type { Page } from "playwright";
import { type Figure, milliseconds } from "./report.ts";

interface Interaction {
  readonly name: string;
  /** Milliseconds from the event to the next frame. */
  readonly duration: number;
}

type RecordingWindow = { interactions: Interaction[] };

/** Starts recording how long the page takes to respond to interactions. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const recording = window as unknown as RecordingWindow;
    recording.interactions = [];
    new PerformanceObserver((entries) => {
      recording.interactions.push(...entries.getEntries().map(({ name, duration }) => ({ name, duration })));
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
}

/** The slowest interaction so far; `about` describes the page. */
export async function longestInteraction(page: Page, about: string): Promise<Figure> {
  const interactions = await page.evaluate(() => (window as unknown as RecordingWindow).interactions);
  const longest = interactions.reduce((one, other) => (other.duration > one.duration ? other : one), {
    name: "all",
    duration: 0,
  });
  return {
    name: `longest interaction with ${about} (${longest.name}), ms`,
    ours: longest.duration === 0 ? "below 16 ms" : milliseconds(longest.duration),
    value: longest.duration,
    bound: { atMost: 100 },
  };
}
