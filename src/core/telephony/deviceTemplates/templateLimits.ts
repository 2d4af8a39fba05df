import { MEGABYTE } from "../../values/bytes.ts";

/** Limits that no sensible template reaches. Threads bound the time of those with loops: decision 80. */
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
  /** Reported faults. */
  faults: 20,
  /** Characters of an unknown name in its fault. */
  name: 60,
  /** Characters of the output, and bytes that filters allocate. */
  output: 4 * MEGABYTE,
  memory: 20_000_000,
} as const;
