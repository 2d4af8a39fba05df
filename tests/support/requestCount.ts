import type { Page } from "playwright";

/** Requests for data that a page has sent since it was last asked to start anew; its own files are none. */
export class RequestCount {
  #addresses: string[] = [];

  constructor(page: Page) {
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      const isData = ["fetch", "xhr"].includes(request.resourceType()) && !pathname.startsWith("/assets/");
      if (isData) this.#addresses.push(pathname + search);
    });
  }

  startAnew(): void {
    this.#addresses = [];
  }

  get addresses(): readonly string[] {
    return this.#addresses;
  }
}
