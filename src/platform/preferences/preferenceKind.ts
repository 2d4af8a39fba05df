import domain from "../../../schemas/preferences/domain.json" with { type: "json" };

export type PreferenceType = "string" | "int" | "boolean" | "enum" | "blob";

/** One preference as its data file describes it. Texts are in i18n under `preferences.attributes.<attribute>`. */
export interface PreferenceDefinition {
  readonly attribute: string;
  /** Key below `preferences.groups`. */
  readonly group: string;
  readonly data_type: PreferenceType;
  /** 1: one value; 0: a list of any length. */
  readonly max_occur: number;
  /** Nobody may change it. */
  readonly read_only?: boolean;
  /** Choices; null stands for "not set". */
  readonly enum?: readonly (string | null)[];
  /** The choice in force while none is set. */
  readonly default?: string | null;
  /** Least whole number, also of preferences that hold theirs as text. */
  readonly minimum?: number;
  readonly format?: "ip-or-cidr" | "integer-list";
  readonly uniqueItems?: boolean;
  /** Content types of a file. */
  readonly accept?: readonly string[];
  /** On the wire the name of a record of the owner's reseller: `field` of `resource`. */
  readonly reference?: { readonly resource: string; readonly field: string };
}

/** Preferences of one kind of owner, served under `<kind>preferences` and `<kind>preferencedefs`. */
export interface PreferenceKind {
  readonly kind: string;
  readonly owner: {
    readonly resource: string;
    /** Member that repeats the owner's id on the wire. */
    readonly key: string;
    /** Names are looked up here where owners belong to no reseller. */
    readonly reseller?: number;
  };
  /** Rules between two whole numbers of one owner. */
  readonly rules?: readonly { readonly greater: string; readonly than: string }[];
  readonly preferences: readonly PreferenceDefinition[];
}

/** Another kind of owner is another file in `schemas/preferences` and one more entry here. */
export const preferenceKinds: readonly PreferenceKind[] = [domain as PreferenceKind];

export function isList(definition: PreferenceDefinition): boolean {
  return definition.max_occur !== 1;
}

/** Name of the resource that holds the values, as routes and the journal know it. */
export function valuesResource({ kind }: PreferenceKind): string {
  return `${kind}preferences`;
}
