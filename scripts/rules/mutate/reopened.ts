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

  /** Undefined is a result only of something new: what was left behind by earlier attempts may hide one. */
  async use<R>(attempt: (opened: T) => Promise<R | undefined>): Promise<R | undefined> {
    if (this.#opened && this.#isFull(await this.#opened)) await this.close();
    const isNew = this.#opened === undefined;
    try {
      const result = await attempt(await this.#current());
      if (result !== undefined || isNew) return result;
    } catch (failure) {
      if (!(failure instanceof Spoilt)) throw failure;
    }
    await this.close();
    return attempt(await this.#current());
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
