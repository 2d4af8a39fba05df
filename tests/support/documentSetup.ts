import { configure, prettyDOM } from "@testing-library/react";
import { afterAll, vi } from "vitest";

/** Prints the document only when the message is read, not on each retry. */
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
    return `${this.#text}\n\n${prettyDOM(this.#container) || ""}`;
  }
}

configure({
  // Chunks are compiled on demand, which takes long on a busy machine.
  asyncUtilTimeout: 120_000,
  // No act(), as in a browser: it would never show a page that suspends.
  eventWrapper: (dispatch) => dispatch(),
  getElementError: (message, container) => new NotFoundError(message, container),
});

// The panel loads further pages in the background. A module that is still loading when the file ends would be missing in
// all files that this process runs afterwards.
afterAll(() => vi.dynamicImportSettled());
