import type { FieldDescriptor, ItemDescriptor } from "../../../src/core/descriptor.ts";
import { wireItem, wireType } from "../../../src/core/wireType.ts";
import type { Change } from "./mutant.ts";

const lower = ["minimum", "minLength", "minItems", "minProperties"] as const;
const upper = ["maximum", "maxLength", "maxItems"] as const;
type Bound = (typeof lower)[number] | (typeof upper)[number];

type Bounded = Partial<Readonly<Record<Bound, number>>>;

/** Bounds of a field, of its entries and of its file, each moved by the smallest step and by more, in and out. */
export function boundChanges(field: FieldDescriptor): Change[] {
  const type = wireType(field);
  const isNumber = !field.enum && (type === "integer" || type === "number");
  // Which ids there are is the platform's matter: only records with the very id would tell an inner bound.
  const isId = field.reference !== undefined;
  const own = isNumber ? field : { ...field, minimum: undefined, maximum: undefined };
  const changes = moved(own, { step: type === "number" ? 0.01 : 1, isOutward: isId }).map(
    ({ what, ...one }): Change => ({ ...one, kind: "bounds moved", what, change: { [one.bound]: one.to } }),
  );
  return [...changes, ...itemChanges(field), ...fileChanges(field)];
}

function itemChanges(field: FieldDescriptor): Change[] {
  if (wireType(field) !== "array" || field.fields) return [];
  const item: ItemDescriptor & { readonly type: string } = wireItem(field);
  return moved(item, { step: 1, isOutward: field.reference !== undefined }).map(({ bound, to, what, id }) => ({
    kind: "bounds moved",
    id: `entry-${id}`,
    what: `${what} of each entry`,
    at: "/0",
    change: { items: { ...field.items, [bound]: to } },
  }));
}

function fileChanges({ file }: FieldDescriptor): Change[] {
  if (!file) return [];
  return [-1, 1].map((by) => ({
    kind: "bounds moved",
    id: `maxBytes${signed(by)}`,
    what: `file size ${file.maxBytes} -> ${file.maxBytes + by}`,
    change: { file: { ...file, maxBytes: file.maxBytes + by } },
  }));
}

interface Moved {
  readonly bound: Bound;
  readonly to: number;
  readonly id: string;
  readonly what: string;
}

function moved(bounds: Bounded, { step, isOutward }: { readonly step: number; readonly isOutward: boolean }): Moved[] {
  return [...lower, ...upper].flatMap((bound) => {
    const limit = bounds[bound];
    if (limit === undefined) return [];
    const isNumber = bound === "minimum" || bound === "maximum";
    // Beyond the safe integers, no fraction is left.
    const near = isNumber && Math.abs(limit) < 1e12 ? step : 1;
    const far = near < 1 ? 1 : 10;
    const outward = (lower as readonly string[]).includes(bound) ? -1 : 1;
    return [-far, -near, near, far].flatMap((by): Moved[] => {
      const to = Number((limit + by).toFixed(2));
      if ((isOutward && Math.sign(by) !== outward) || (!isNumber && to < 0) || !isPossible(bounds, bound, to))
        return [];
      return [{ bound, to, id: `${bound}${signed(by)}`, what: `${bound} ${limit} -> ${to}` }];
    });
  });
}

/** Whether any value is left. */
function isPossible(bounds: Bounded, bound: Bound, to: number): boolean {
  const after = { ...bounds, [bound]: to };
  const pairs = [
    [after.minimum, after.maximum],
    [after.minLength, after.maxLength],
    [after.minItems, after.maxItems],
  ];
  return pairs.every(([least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY]) => least <= most);
}

const signed = (by: number) => (by > 0 ? `+${by}` : String(by));
