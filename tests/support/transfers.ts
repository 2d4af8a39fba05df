import type { Page } from "playwright";

/** A file fetched by a page; bytes include headers. */
interface Transfer {
  readonly path: string;
  readonly type: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Records what a page transfers over the network; create it before the page is opened. */
export class Transfers {
  readonly #page: Page;
  readonly #all: Transfer[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of(page: Page): Promise<Transfers> {
    const transfers = new Transfers(page);
    await page.addInitScript(recordFirstRow);
    const session = await page.context().newCDPSession(page);
    const responses = new Map<string, Pick<Transfer, "path" | "type">>();
    /** Difference in seconds between the browser's monotonic clock and Unix time. */
    let offset = 0;
    session.on("Network.requestWillBeSent", ({ timestamp, wallTime }) => {
      offset = wallTime - timestamp;
    });
    session.on("Network.responseReceived", ({ requestId, type, response }) => {
      responses.set(requestId, { path: new URL(response.url).pathname, type });
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength, timestamp }) => {
      const response = responses.get(requestId);
      if (response) transfers.#all.push({ ...response, bytes: encodedDataLength, at: (timestamp + offset) * 1000 });
    });
    await session.send("Network.enable");
    return transfers;
  }

  /** Bytes of scripts so far. */
  get scripts(): number {
    return bytesOf(this.#all.filter(isScript));
  }

  /** Everything received until the first row was shown. Prefetching for other pages starts afterwards. */
  async untilFirstRow(): Promise<{ scripts: number; files: readonly string[]; bytes: number }> {
    await this.#page.getByRole("rowheader").first().waitFor();
    const end = await this.#page.evaluate(() => (window as unknown as RecordingWindow).firstRowAt);
    const before = this.#all.filter(({ at }) => at <= end);
    // Files of the panel, without data.
    const files = before.filter(({ type }) => type !== "Fetch" && type !== "XHR");
    return {
      scripts: bytesOf(before.filter(isScript)),
      files: files.map(({ path, bytes }) => `${path} ${bytes}`),
      bytes: bytesOf(files),
    };
  }
}

type RecordingWindow = { firstRowAt: number };

function recordFirstRow(): void {
  const recording = window as unknown as RecordingWindow;
  // No named functions: tsx would call a helper that the page does not have.
  new MutationObserver((_, observer) => {
    if (!document.querySelector("tbody th[scope=row]")) return;
    recording.firstRowAt = performance.timeOrigin + performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

function isScript({ type }: Transfer): boolean {
  return type === "Script";
}

function bytesOf(transfers: readonly Transfer[]): number {
  return transfers.reduce((sum, { bytes }) => sum + bytes, 0);
}
