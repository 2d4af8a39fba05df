import { MEGABYTE } from "../../values/bytes.ts";

/** Where nobody who writes a template would go. Threads bound the time of those with loops: decision 80. */
export const templateLimits = {
  /** Characters of a YAML text, bytes of a drawing. */
  size: 262_144,
  directives: 10_000,
  /** Blocks or elements within each other. */
  depth: 32,
  /** Entries of YAML, elements of a drawing. */
  entries: 5_000,
  aliases: 100,
  /** YAML within YAML. */
  parts: 12,
  /** Elements of a row, and characters of a text, of a drawing. */
  inRow: 100,
  text: 2_000,
  /** Faults that are told. */
  faults: 20,
  /** Of an unknown name, in its fault. */
  name: 60,
  /** Characters of what comes out, and bytes of what filters make meanwhile. */
  output: 4 * MEGABYTE,
  memory: 20_000_000,
} as const;
