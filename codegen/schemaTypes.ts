import type * as Vocabulary from "../src/generated/vocabulary/keywords.gen.ts";
import type { Fixed } from "../src/generated/vocabulary/keywords.gen.ts";

/** Read-only types of the vocabulary, which the meta-schemas in `schemas` define. */

export type Scalar = string | number | boolean | null;
export type Condition = Vocabulary.Condition;
/** One or several rights -> flag of the administrator. */
export type AccessFlagsMap = Fixed<Vocabulary.AccessFlags>;
export type NeedsKeyword = Fixed<Vocabulary.Needs>;

export type PropertySchema = Fixed<Vocabulary.Property>;
export type FieldKeyword = Fixed<Vocabulary.Field>;
export type ReferenceKeyword = Exclude<NonNullable<FieldKeyword["reference"]>, string>;

export type EntitySchema = Fixed<Vocabulary.EntitySchema>;
export type ResourceKeyword = Fixed<Vocabulary.Resource>;
/** A tab of a details page, with exactly one of `show`, `referenceMany`, `referenceOne` and `tabs`. */
export type TabKeyword = Fixed<Vocabulary.Tab>;
export type CsvKeyword = NonNullable<ResourceKeyword["csv"]>;

export type PageKeyword = Fixed<Vocabulary.Page>;
export type PagesFile = Fixed<Vocabulary.PagesFile>;
export type RolesFile = Fixed<Vocabulary.RolesFile>;
