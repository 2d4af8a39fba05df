import type { Page } from "playwright";

/** Counts the data requests of a page since the last reset, without its assets. */
export class RequestCount {
  #addresses: string[] = [];

  constructor(page: Page) {
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      const isData = ["fetch", "xhr"].includes(request.resourceType()) && !pathname.startsWith("/assets/");
      if (isData) this.#addresses.push(pathname + search);
    });
  }

  reset(): void {
    this.#addresses = [];
  }

  get addresses(): readonly string[] {
    return this.#addresses;
  }
}
