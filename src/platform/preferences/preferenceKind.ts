import file from "../../../schemas/preferences/definitions.json" with { type: "json" };

export type PreferenceType = "string" | "int" | "boolean" | "enum" | "blob";

/** One preference as one kind of owner has it. Texts are in i18n under `preferences.attributes.<attribute>`. */
export interface PreferenceDefinition {
  readonly attribute: string;
  /** Key below `preferences.groups`. */
  readonly group: string;
  readonly data_type: PreferenceType;
  /** 1: one value; 0: a list of any length. */
  readonly max_occur: number;
  /** Nobody may change it. */
  readonly read_only?: boolean;
  /** Whose own pages show it besides the administrators': subscribers' (and customers'), or customers' only. */
  readonly expose?: "subscriber" | "customer";
  /** Masked in the journal and in messages. */
  readonly secret?: boolean;
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
  /** Field of the owner's own record that holds the value. */
  readonly field?: string;
}

/** A definition as the file has it: once for all kinds of owners, with what differs between them. */
interface SharedDefinition extends Omit<PreferenceDefinition, "enum" | "default"> {
  readonly kinds: readonly string[];
  readonly enum?: readonly string[];
  /** Kinds that also offer "not set" as a choice; true: all. */
  readonly unset?: true | readonly string[];
  /** Choices that only these kinds have. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly default?: string;
}

/** Rule between two whole numbers of one owner. */
export interface PreferenceRule {
  readonly greater: string;
  readonly than: string;
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
  readonly rules: readonly PreferenceRule[];
  readonly preferences: readonly PreferenceDefinition[];
  /** Preferences that hold from records behind the owner while the owner has none. */
  readonly inherits: ReadonlySet<string>;
}

interface DefinitionFile {
  readonly kinds: Readonly<
    Record<
      string,
      {
        readonly owner: string;
        readonly key: string;
        readonly reseller?: number;
        /** Kind of the records behind the owner, the last of those it inherits from. */
        readonly below?: string;
      }
    >
  >;
  readonly rules: readonly PreferenceRule[];
  readonly preferences: readonly SharedDefinition[];
}

const { kinds, rules, preferences } = file as DefinitionFile;

/** Another kind of owner is another entry of `kinds` in the file. */
export const preferenceKinds: readonly PreferenceKind[] = Object.entries(kinds).map(
  ([kind, { owner: resource, key, reseller, below }]) => {
    const own = preferences.filter((definition) => definition.kinds.includes(kind));
    const names = new Set(own.map(({ attribute }) => attribute));
    return {
      kind,
      owner: { resource, key, reseller },
      rules: rules.filter(({ greater, than }) => names.has(greater) && names.has(than)),
      preferences: own.map((definition) => ofKind(definition, kind)),
      inherits: new Set(below ? own.filter((each) => each.kinds.includes(below)).map((each) => each.attribute) : []),
    };
  },
);

const byOwner = new Map(preferenceKinds.map((kind) => [kind.owner.resource, kind]));

/** The preferences that records of a resource have, if any. */
export function preferenceKindOf(resource: string): PreferenceKind | undefined {
  return byOwner.get(resource);
}

/** "Not set" is the default where it is a choice; a default that a kind does not offer is none of its. */
function ofKind({ kinds: _, unset, only = {}, ...shared }: SharedDefinition, kind: string): PreferenceDefinition {
  if (!shared.enum) return shared;
  const choices = shared.enum.filter((choice) => only[choice]?.includes(kind) ?? true);
  if (unset === true || unset?.includes(kind)) return { ...shared, enum: [null, ...choices], default: null };
  const { default: standard, ...rest } = shared;
  return { ...rest, enum: choices, ...(standard && choices.includes(standard) ? { default: standard } : {}) };
}

export function isList(definition: PreferenceDefinition): boolean {
  return definition.max_occur !== 1;
}

/** Name of the resource that holds the values, as routes and the journal know it. */
export function valuesResource({ kind }: PreferenceKind): string {
  return `${kind}preferences`;
}
