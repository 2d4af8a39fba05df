import { Spoilt } from "./spoilt.ts";

/** Something that is opened when it is needed, and again when it is worn out. */
export class Reopened<T extends { readonly close: () => Promise<void> }> {
  readonly #open: () => Promise<T>;
  readonly #isFull: (opened: T) => boolean;
  #opened: Promise<T> | undefined;

  constructor(open: () => Promise<T>, isFull: (opened: T) => boolean) {
    this.#open = open;
    this.#isFull = isFull;
  }

  async use<R>(attempt: (opened: T) => Promise<R>): Promise<R> {
    if (this.#opened && this.#isFull(await this.#opened)) await this.close();
    try {
      return await attempt(await this.#current());
    } catch (failure) {
      if (!(failure instanceof Spoilt)) throw failure;
      // Faults before this one may have left something behind.
      await this.close();
      return attempt(await this.#current());
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened;
    this.#opened = undefined;
    await opened?.close();
  }

  #current(): Promise<T> {
    this.#opened ??= this.#open();
    return this.#opened;
  }
}
