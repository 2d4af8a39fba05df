import type { Json } from "../core/schema/descriptor.ts";
import type { declaredRules } from "../generated/businessRules.gen.ts";

type Declared = typeof declaredRules;

/** Resources whose schema declares business rules. */
export type RuledResource = keyof Declared;

/** The business rules that the schema of a resource declares. */
export type RulesOf<Resource extends string> = Resource extends RuledResource
  ? keyof Declared[Resource] & string
  : never;

/** `/alias_numbers/*` as the pointers it stands for. */
type Pointers<Declared extends string> = Declared extends `${infer Before}*${infer After}`
  ? `${Before}${number}${Pointers<After>}`
  : Declared;

/** The pointers at which a rule of a resource may be reported. */
export type PointerOf<Resource extends string, Rule extends string> = Resource extends RuledResource
  ? Rule extends keyof Declared[Resource]
    ? Declared[Resource][Rule] extends readonly (infer Pointer extends string)[]
      ? Pointers<Pointer>
      : never
    : never
  : string;

/** A broken rule: where, and values for the placeholders of its text. */
export interface RuleViolation<Pointer extends string = string> {
  readonly pointer: Pointer;
  readonly params?: Readonly<Record<string, Json>>;
}
