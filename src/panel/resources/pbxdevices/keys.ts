import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import { type KeyedModel, modulesOf } from "../../../core/telephony/deviceKeys.ts";
import type { RecordOf } from "../../providers/rest.ts";

/** All functions of keys, in the order in which they are offered. */
const functions = ["private", "shared", "blf", "speeddial", "forward", "transfer"] as const;

type KeyFunction = (typeof functions)[number];

/** Functions that dial a number. */
const dialling: readonly unknown[] = ["speeddial", "forward", "transfer"];

/** Keys of a model that can do the same. */
export interface KeyGroup {
  readonly name: string;
  readonly functions: readonly KeyFunction[];
}

export interface Key {
  readonly group: KeyGroup;
  /** The extension module that has it, counted from 1; 0: the phone. */
  readonly module: number;
  /** The module's number as lines have it. */
  readonly unit: number;
  /** Within its group, counted from 0. */
  readonly index: number;
  /** Pixels on the front image. */
  readonly x: number;
  readonly y: number;
  /** Position of its label. */
  readonly labelpos: string;
}

type Line = NonNullable<RecordOf<"pbxdevices">["lines"]>[number];

/** A key's assignment as the API has it, and what of it is not chosen yet. */
export type KeyAssignment = { readonly [Member in keyof Line]?: Line[Member] | null };

/** A model as far as its keys go. Older platforms append the groups of all modules that fit to those of a phone. */
interface KeyedRecord {
  readonly linerange?: readonly (RecordOf<"pbxdevicemodels">["linerange"][number] & {
    readonly extension_range?: number | null;
  })[];
}

/** A phone or an extension module, with its record. */
export interface Model<Of extends KeyedRecord = KeyedRecord> extends KeyedModel {
  readonly record: Of;
}

export function toModel<Of extends KeyedRecord>(record: Of): Model<Of> {
  return { record, linerange: rangesOf(record) };
}

/** An extension module on the picture. */
export interface AttachedModule<Of extends Model = Model> {
  /** Number in the order of plugging in, from 1. */
  readonly number: number;
  /** The module's number as lines have it. */
  readonly unit: number;
  readonly model: Of;
}

/** A module that may have no lines yet. */
export interface AddedModule<Of extends Model = Model> {
  readonly number: number;
  readonly model: Of;
}

/** The modules that have lines, and those that were added. */
export function attachedModules<Of extends Model>(
  phone: Model,
  fitting: readonly Of[],
  lines: readonly KeyAssignment[],
  added: readonly AddedModule<Of>[],
): AttachedModule<Of>[] {
  const { modules, unitAt } = modulesOf(phone, fitting, lines);
  const used = modules.flatMap(({ model, ...slot }) => (model ? [{ ...slot, model }] : []));
  const unused = added
    .filter(({ number }) => !used.some((module) => module.number === number))
    .map((module) => ({ ...module, unit: unitAt(module.number) }));
  return [...used, ...unused].sort((a, b) => a.number - b.number);
}

/** Removes a module and its lines: those behind it move up. */
export function withoutModule(
  phone: Model,
  fitting: readonly Model[],
  lines: readonly KeyAssignment[],
  number: number,
): KeyAssignment[] {
  const { moduleOf } = modulesOf(phone, fitting, lines);
  return lines.flatMap((line) => {
    const module = moduleOf(line);
    if (!module || module.number < number) return [line];
    return module.number === number ? [] : [{ ...line, extension_unit: module.unit - 1 }];
  });
}

/** All keys of a phone or a module, by group and number. */
export function deviceKeysOf(record: KeyedRecord, { number: module, unit } = { number: 0, unit: 0 }): Key[] {
  return rangesOf(record).flatMap((range) => {
    const group = {
      name: range.name,
      functions: functions.filter((name) => range[`can_${name}` as const] === true),
    };
    return range.keys.map(({ x, y, labelpos }, index) => ({
      ...{ group, module, unit, index, x, y },
      labelpos: labelpos ?? "top",
    }));
  });
}

const rangesOf = ({ linerange = [] }: KeyedRecord) =>
  linerange.filter(({ extension_range }) => !hasValue(extension_range));

/** The assignments in a form's value; what is no list has none. */
export function toKeyAssignments(value: Json | undefined): readonly KeyAssignment[] {
  return Array.isArray(value) ? value.map((item) => (isKeyAssignment(item) ? item : {})) : [];
}

/** Forms have what was read as a record, and what inputs of its fields changed. */
const isKeyAssignment = (item: Json): item is KeyAssignment => isObject(item);

/** A line that is on no key, or on one that has a line already. */
export interface Stray {
  /** Its position among the lines. */
  readonly index: number;
  /** The model has its key, but another line was there first. */
  readonly isSecond: boolean;
}

/** Returns the line of each key, by position, and lines that are on no key. */
export function placeLines(
  keys: readonly Key[],
  lines: readonly KeyAssignment[],
): { readonly lineAt: ReadonlyMap<number, number>; readonly strays: readonly Stray[] } {
  const lineAt = new Map<number, number>();
  const strays: Stray[] = [];
  for (const [lineIndex, line] of lines.entries()) {
    const unit = line.extension_unit ?? 0;
    const isOn = ({ group, index }: Key) => line.linerange === group.name && line.key_num === index;
    const exact = keys.findIndex((candidate) => candidate.unit === unit && isOn(candidate));
    // A unit that is no module's says nothing.
    const key = exact >= 0 ? exact : keys.findIndex((candidate) => candidate.module === 0 && isOn(candidate));
    if (key >= 0 && !lineAt.has(key)) lineAt.set(key, lineIndex);
    else strays.push({ index: lineIndex, isSecond: key >= 0 });
  }
  return { lineAt, strays };
}

/** The functions to choose from: those of the group, and what is stored. */
export function offeredFunctions({ group }: Key, line: KeyAssignment | undefined): readonly KeyFunction[] {
  return functions.filter((name) => group.functions.includes(name) || name === line?.type);
}

/** Whether a line has a number to dial, or is to have one. */
export function hasTarget(line: KeyAssignment | undefined): boolean {
  return dialling.includes(line?.type) || hasValue(line?.target_number);
}

function onKey(line: KeyAssignment, { group, index, unit }: Key): KeyAssignment {
  const placed = { ...line, linerange: group.name, key_num: index };
  // Lines of phones lack it, unless the platform sends it there too.
  return unit > 0 || line.extension_unit !== undefined ? { ...placed, extension_unit: unit } : placed;
}

/** Changes one member of a key's line. A free key gets a line, after all others. */
export function withLineMember(
  keys: readonly Key[],
  lines: readonly KeyAssignment[],
  key: number,
  name: keyof KeyAssignment,
  value: Json,
): KeyAssignment[] {
  const lineIndex = placeLines(keys, lines).lineAt.get(key);
  if (lineIndex !== undefined) {
    const { deviceid_number_id: _, ...withoutDeviceId } = lines[lineIndex] ?? {};
    // A device ID is a number of the subscriber.
    return lines.with(lineIndex, { ...(name === "subscriber_id" ? withoutDeviceId : lines[lineIndex]), [name]: value });
  }
  const targetKey = keys[key];
  if (!targetKey || !hasValue(value)) return [...lines];
  const type = targetKey.group.functions[0] ?? "private";
  return [...lines, onKey({ type, subscriber_id: null, [name]: value }, targetKey)];
}

/** Moves the assignments of keys to others, by position. Lines keep their order. */
function moveAssignments(
  keys: readonly Key[],
  lines: readonly KeyAssignment[],
  moves: ReadonlyMap<number, number>,
): KeyAssignment[] {
  const { lineAt } = placeLines(keys, lines);
  const targets = new Map([...moves].map(([from, to]) => [lineAt.get(from), keys[to]]));
  return lines.map((line, lineIndex) => {
    const target = targets.get(lineIndex);
    return target ? onKey(line, target) : line;
  });
}

/** Swaps the assignments of two keys. */
export function swapAssignments(
  keys: readonly Key[],
  lines: readonly KeyAssignment[],
  first: number,
  second: number,
): KeyAssignment[] {
  return moveAssignments(
    keys,
    lines,
    new Map([
      [first, second],
      [second, first],
    ]),
  );
}

/** Sorts the assignments of some keys by name; keys that stay free come last. */
export function sortAssignments(
  keys: readonly Key[],
  lines: readonly KeyAssignment[],
  chosen: Iterable<number>,
  nameOf: (line: KeyAssignment) => string,
  locale: string,
): KeyAssignment[] {
  const { lineAt } = placeLines(keys, lines);
  const places = [...chosen].sort((a, b) => a - b);
  const inOrder = places
    .flatMap((key) => {
      const line = lines[lineAt.get(key) ?? -1];
      return line ? [{ key, name: nameOf(line) }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, locale, { numeric: true }));
  return moveAssignments(keys, lines, new Map(inOrder.map(({ key }, index) => [key, places[index] ?? key])));
}

/**
 * Busy lamps on free keys for all extensions, in their order, except for those that have a lamp or a line of their own on
 * this device.
 */
export function fillWithLamps(
  keys: readonly Key[],
  lines: readonly KeyAssignment[],
  subscribers: readonly Pick<RecordOf<"subscribers">, "id" | "pbx_extension" | "status">[],
) {
  const { lineAt } = placeLines(keys, lines);
  const placed = new Set(lineAt.values());
  const hasKey = (line: KeyAssignment, lineIndex: number) =>
    line.type === "private" || (line.type === "blf" && placed.has(lineIndex));
  const assignedIds = new Set(lines.filter(hasKey).map(({ subscriber_id }) => subscriber_id));
  const unassigned = subscribers
    .filter(
      ({ id, pbx_extension, status }) => hasValue(pbx_extension) && status !== "terminated" && !assignedIds.has(id),
    )
    .sort((a, b) => (a.pbx_extension ?? "").localeCompare(b.pbx_extension ?? "", "en", { numeric: true }));
  const free = keys.filter(({ group }, key) => group.functions.includes("blf") && !lineAt.has(key));
  const lamps = free
    .slice(0, unassigned.length)
    .map((key, index) => onKey({ type: "blf", subscriber_id: unassigned[index]?.id ?? null }, key));
  /** Number of extensions for which there was no key. */
  const unplaced = unassigned.length - lamps.length;
  return { lines: [...lines, ...lamps], placed: lamps.length, unplaced };
}

const sides: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const steps: Readonly<Record<string, number>> = { ...sides, ArrowUp: -1, ArrowDown: 1 };

/**
 * The key to which an arrow leads: to the left and right on the picture the nearest on that side, otherwise the one
 * before or after. Undefined at either end, and for other keys of the keyboard.
 */
export function neighbourOf(keys: readonly Key[], from: number, arrow: string, onPicture: boolean): number | undefined {
  const side = sides[arrow];
  const here = keys[from];
  const step = steps[arrow];
  if (step === undefined || !here) return undefined;
  if (side !== undefined && onPicture) {
    const beside = keys
      .map(({ x, y, module }, key) => ({ key, module, across: (x - here.x) * side, down: Math.abs(y - here.y) }))
      .filter(({ module, across, down }) => module === here.module && across > down)
      .sort((a, b) => a.across + 2 * a.down - (b.across + 2 * b.down));
    if (beside[0]) return beside[0].key;
  }
  const next = from + step;
  return next in keys ? next : undefined;
}
