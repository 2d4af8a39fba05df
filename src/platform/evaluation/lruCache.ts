/** Values by name, those used last up to a total size. */
export class LruCache<Value> {
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  readonly #values = new Map<string, Value>();
  #size = 0;

  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  get(name: string): Value | undefined {
    const value = this.#values.get(name);
    if (value === undefined) return undefined;
    this.#values.delete(name);
    this.#values.set(name, value);
    return value;
  }

  /** Keeps the value and returns it; one that is larger than all may be is not kept. */
  set(name: string, value: Value): Value {
    this.#forget(name);
    if (this.#sizeOf(value) > this.#most) return value;
    this.#values.set(name, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#most) break;
      this.#forget(oldest);
    }
    return value;
  }

  #forget(name: string): void {
    const value = this.#values.get(name);
    if (value === undefined) return;
    this.#values.delete(name);
    this.#size -= this.#sizeOf(value);
  }
}
