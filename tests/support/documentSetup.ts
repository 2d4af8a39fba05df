import { File as NodeFile } from "node:buffer";
import { configure } from "@testing-library/react";
import { afterAll, vi } from "vitest";

/**
 * Tells what the page says and what has the focus, in place of its markup: the header alone fills what is printed of that.
 * Worked out only when the message is read, not on each retry.
 */
class NotFoundError extends Error {
  override name = "TestingLibraryElementError";
  readonly #text: string;
  readonly #container: Element | undefined;

  constructor(text: string | null, container: Element | undefined) {
    super();
    this.#text = text ?? "";
    this.#container = container;
    Object.defineProperty(this, "message", { get: () => this.#described(), configurable: true });
  }

  #described(): string {
    const page = this.#container && textsIn(this.#container).join(" | ");
    const focused = document.activeElement?.cloneNode(false) as Element | undefined;
    const place = `At ${window.location.hash || "no address"}, focus on ${focused?.outerHTML ?? "nothing"}`;
    return `${this.#text}\n\n${place}: ${page || "an empty page"}`;
  }
}

/** The texts of a page in order, without those of styles. */
function textsIn(container: Element): string[] {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (parentElement?.localName !== "style" && textContent?.trim()) texts.push(textContent.trim());
  }
  return texts;
}

configure({
  // Chunks are compiled on demand, which takes long on a busy machine: at a load of 17, the first page of a file took more than
  // ten seconds.
  asyncUtilTimeout: 90_000,
  // No act(), as in a browser: it would never show a page that suspends.
  eventWrapper: (dispatch) => dispatch(),
  getElementError: (message, container) => new NotFoundError(message, container),
});

// There is no layout: nothing is ever resized.
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// The platform runs in this process, too, and reads uploads by Node's parser: from 24 on it makes files by the global class,
// which is the document's here, and refuses what it has made.
const readForm = Response.prototype.formData;
// Files share the process: once for all of them, and one class for all that read at once.
if (!("isForAll" in readForm)) {
  let documentFile = globalThis.File;
  let reading = 0;
  const read = async function (this: Response) {
    const whole = new Response(await this.arrayBuffer(), { headers: this.headers });
    if (reading++ === 0) documentFile = globalThis.File;
    Object.assign(globalThis, { File: NodeFile });
    try {
      return await readForm.call(whole);
    } finally {
      if (--reading === 0) globalThis.File = documentFile;
    }
  };
  Response.prototype.formData = Object.assign(read, { isForAll: true });
}

// The panel loads further pages in the background. A module that is still loading when the file ends would be missing in
// all files that this process runs afterwards.
afterAll(() => vi.dynamicImportSettled());
