import { AsyncLocalStorage } from "node:async_hooks";

interface Frame {
  readonly owner: object;
  readonly value: unknown;
  readonly outer: Frame | undefined;
}

/** One for the whole platform: each storage is handed on at each promise. */
const frames = new AsyncLocalStorage<Frame>();

/** A value known to all work within `run`, as by an AsyncLocalStorage of its own. */
export class ContextValue<Value> {
  run<Result>(value: Value, run: () => Result): Result {
    return frames.run({ owner: this, value, outer: frames.getStore() }, run);
  }

  get(): Value | undefined {
    for (let frame = frames.getStore(); frame; frame = frame.outer)
      // Only this object sets values under its name.
      if (frame.owner === this) return frame.value as Value;
    return undefined;
  }
}
