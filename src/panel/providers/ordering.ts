import type { PanelRecord } from "./rest.ts";

interface OrderStep {
  readonly id: number | string;
  readonly value: number;
}

/**
 * The updates that move a row one place up (earlier) or down among `rows`, which are sorted by the field `by`. Where
 * values are unique the last step makes room with a value beyond the end; where some are equal the rows are renumbered.
 * Empty when the row is already first or last.
 */
export function planMove(
  rows: readonly PanelRecord[],
  id: number | string,
  direction: "up" | "down",
  by: string,
): OrderStep[] {
  const place = rows.findIndex((row) => row.id === id);
  const row = rows[place];
  const neighbour = rows[place + (direction === "up" ? -1 : 1)];
  if (!row || !neighbour) return [];
  const orderOf = (one: PanelRecord) => Number(one[by]);
  const values = rows.map(orderOf);
  if (new Set(values).size < values.length) {
    const moved = rows.map((one) => (one === row ? neighbour : one === neighbour ? row : one));
    return moved
      .map((one, index) => ({ one, value: index + 1 }))
      .flatMap(({ one, value }) => (orderOf(one) === value ? [] : [{ id: one.id, value }]));
  }
  return [
    { id: neighbour.id, value: Math.max(...values) + 1 },
    { id: row.id, value: orderOf(neighbour) },
    { id: neighbour.id, value: orderOf(row) },
  ];
}
