/** Keys of a device that can do the same, as models have them. */
export interface KeyRange {
  readonly name: string;
  readonly keys: readonly unknown[];
}

/** A model as far as its keys go. */
export interface KeyedModel {
  readonly linerange: readonly KeyRange[];
}

/** The members of a line that say which key it is on. */
export interface PlacedLine {
  readonly linerange?: unknown;
  /** The module of the key. Empty or 0 on the phone. */
  readonly extension_unit?: unknown;
}

/** Functions of a key with which the phone registers, and so the only ones that need a password. */
export const registeringFunctions: ReadonlySet<unknown> = new Set(["private", "shared"]);

/** An extension module that has lines. */
export interface Module<M> {
  /** As it is plugged in, counted from 1. */
  readonly number: number;
  /** As its lines name it. */
  readonly unit: number;
  /** Undefined: none of those that fit has all groups that its lines name. */
  readonly model: M | undefined;
}

interface Modules<M> {
  readonly modules: readonly Module<M>[];
  readonly moduleOf: (line: PlacedLine) => Module<M> | undefined;
  /** The unit by which lines name the module of a number. */
  readonly unitAt: (number: number) => number;
}

/**
 * The extension modules that lines are on, by their numbers, and which line is on which. A line is on a module if one
 * that fits the phone has its group and either it names a module or the phone has no such group. Modules are
 * distinguished by `extension_unit` only, so its model is the first of `fitting` with all groups of its lines.
 * Platforms count units from 0 or from 1: where one is 0, they are taken as counted from there.
 */
export function modulesOf<M extends KeyedModel>(
  phone: KeyedModel,
  fitting: readonly M[],
  lines: readonly PlacedLine[],
): Modules<M> {
  const isOnModule = (line: PlacedLine) =>
    (unitOf(line) > 0 || !rangeOf(phone, line)) && fitting.some((model) => rangeOf(model, line));
  const onModules = lines.filter(isOnModule);
  const units = [...new Set(onModules.map(unitOf))].sort((a, b) => a - b);
  const first = units[0] === 0 ? 1 : 0;
  const modules = units.map((unit) => {
    const its = onModules.filter((line) => unitOf(line) === unit);
    const model = fitting.find((candidate) => its.every((line) => rangeOf(candidate, line)));
    return { unit, number: unit + first, model };
  });
  const byUnit = new Map(modules.map((module) => [module.unit, module]));
  return {
    modules,
    moduleOf: (line) => (isOnModule(line) ? byUnit.get(unitOf(line)) : undefined),
    unitAt: (number) => number - first,
  };
}

/** The group of a line in a model. */
export function rangeOf({ linerange }: KeyedModel, line: PlacedLine): KeyRange | undefined {
  return linerange.find(({ name }) => name === line.linerange);
}

const unitOf = ({ extension_unit: unit }: PlacedLine) => (typeof unit === "number" ? unit : 0);
