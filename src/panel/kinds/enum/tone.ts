export type Tone = "success" | "info" | "warning" | "danger" | "quiet";

/** How a state bears on work: a record in it runs, waits, is held back or is over. */
const toneOf: Readonly<Record<string, Tone>> = {
  active: "success",
  ok: "success",
  online: "success",
  enabled: "success",
  registered: "success",
  pending: "info",
  locked: "warning",
  suspended: "warning",
  deprecated: "warning",
  failed: "danger",
  offline: "danger",
  error: "danger",
};

/** Colour of a state's mark; states of which nothing is known are quiet, as finished ones are. */
export function toneOfState(value: string): Tone {
  return toneOf[value] ?? "quiet";
}

/** Whether a field tells the state of its record, and so gets a mark. */
export function isState(source: string): boolean {
  return /(^|[._])(status|state)$/.test(source);
}
