import file from "../../../schemas/preferences/definitions.json" with { type: "json" };
import { preferenceOwners, preferencesOfKinds } from "../../generated/preferenceKinds.gen.ts";

export type PreferenceType = "string" | "int" | "boolean" | "enum" | "blob";

/** One preference for one kind of owner. Texts are in i18n under `preferences.attributes.<attribute>`, or its own. */
export interface PreferenceDefinition {
  readonly attribute: string;
  /** Key below `preferences.groups`. */
  readonly group: string;
  readonly data_type: PreferenceType;
  /** 1: a single value; 0: a list of any length. */
  readonly max_occur: number;
  /** Read-only for everybody: a field of the owner's record holds it. */
  readonly read_only?: boolean;
  /** Also shown on the pages of subscribers (and customers), or of customers only. */
  readonly expose?: "subscriber" | "customer";
  /** Masked in the journal and in messages. */
  readonly secret?: boolean;
  /** Choices; null means "not set". */
  readonly enum?: readonly (string | null)[];
  /** The installation's settings add choices, which name themselves. */
  readonly installed?: boolean;
  /** The default choice. */
  readonly default?: string | null;
  /** Minimum, also of preferences that store whole numbers as text. */
  readonly minimum?: number;
  readonly format?: "ip-or-cidr" | "integer-list";
  readonly uniqueItems?: boolean;
  /** Content types of a file. */
  readonly accept?: readonly string[];
  /** On the wire the name of a record of the owner's reseller: `field` of `resource`. */
  readonly reference?: { readonly resource: string; readonly field: string };
  /** Field of the owner's own record that holds the value. */
  readonly field?: string;
  /** Texts of a preference that was made at run time; those of all others are in i18n. */
  readonly texts?: PreferenceTexts;
}

interface PreferenceTexts {
  readonly label: string;
  readonly description: string;
  /** Choice -> its label. */
  readonly choices: ReadonlyMap<string, string>;
}

/** The names by which custom preferences refer to a kind of owners. */
interface CustomPreferenceNames {
  /** Field of the entry that says whether it is for them. */
  readonly flag:
    | "usr_pref"
    | "prof_pref"
    | "dom_pref"
    | "peer_pref"
    | "contract_pref"
    | "reseller_pref"
    | "dev_pref"
    | "devprof_pref"
    | "fielddev_pref";
  /** Column with the device model of an owner; absent: they have none. */
  readonly model?: "id" | "device_id" | "model_id" | undefined;
}

/** A definition as in the file: once for all kinds of owners, with the differences between them. */
interface SharedDefinition extends Omit<PreferenceDefinition, "enum" | "default"> {
  readonly kinds: readonly string[];
  readonly enum?: readonly string[];
  /** Kinds that also offer "not set" as a choice; true: all. */
  readonly unset?: true | readonly string[];
  /** Choices that only these kinds have. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly default?: string;
}

/** A rule between two whole numbers of one owner. */
interface PreferenceRule {
  readonly greater: string;
  readonly than: string;
}

/** The platform's preferences of one kind of owner, served under `<kind>preferences` and `<kind>preferencedefs`. */
export interface PreferenceKind {
  readonly kind: string;
  readonly owner: {
    readonly resource: string;
    /** Wire member that repeats the owner's id. */
    readonly key: string;
    /** Reseller within which names are looked up when owners have none. */
    readonly reseller?: number;
  };
  readonly rules: readonly PreferenceRule[];
  readonly preferences: readonly PreferenceDefinition[];
  /** Preferences inherited from other records while the owner has none. */
  readonly inherits: ReadonlySet<string>;
  /** Values that new owners start with. */
  readonly initial: ReadonlyMap<string, string>;
  readonly linksJournal: boolean;
  readonly marksRelations: boolean;
  /** Absent: nobody makes preferences for them at run time. */
  readonly own?: CustomPreferenceNames | undefined;
}

/** How a kind differs from one that its schema alone declares. */
interface KindDifferences {
  /** Member that repeats the owner's id; by default `<kind>_id`. */
  readonly key?: string;
  readonly reseller?: number;
  /** Kind of the last record in the chain of inheritance. */
  readonly below?: string;
  /** New owners have the defaults that they do not inherit as values of their own. */
  readonly startsWithDefaults?: boolean;
  /** The header `Link` of their values has the journal. */
  readonly linksJournal?: true;
  /** That header marks relations as items; by default it does. */
  readonly marksRelations?: false;
  readonly own?: CustomPreferenceNames["flag"];
  readonly model?: CustomPreferenceNames["model"];
}

interface DefinitionFile {
  readonly kinds: Readonly<Record<string, KindDifferences>>;
  readonly rules: readonly PreferenceRule[];
  readonly preferences: readonly SharedDefinition[];
}

// The compiler takes texts of JSON for any.
const { kinds, rules, preferences: shared } = file as DefinitionFile;
const preferences: readonly SharedDefinition[] = [...shared, ...preferencesOfKinds];

/** The kinds that schemas declare, those of the shared file first. */
export const preferenceKinds: readonly PreferenceKind[] = Object.keys({ ...kinds, ...preferenceOwners }).map((kind) =>
  toPreferenceKind(kind, preferenceOwners[kind] ?? "", preferences),
);

/** A kind, from the resource whose records are its owners and the definitions of all kinds. */
export function toPreferenceKind(kind: string, resource: string, all: readonly SharedDefinition[]): PreferenceKind {
  const { key = `${kind}_id`, reseller, below, startsWithDefaults, own: flag, model } = kinds[kind] ?? {};
  const definitions = all.filter((definition) => definition.kinds.includes(kind));
  const names = new Set(definitions.map(({ attribute }) => attribute));
  const inherits = new Set(
    below ? definitions.filter((each) => each.kinds.includes(below)).map((each) => each.attribute) : [],
  );
  const ofThisKind = definitions.map((definition) => ofKind(definition, kind));
  const ownDefaults = startsWithDefaults ? ofThisKind.filter(({ attribute }) => !inherits.has(attribute)) : [];
  return {
    kind,
    owner: { resource, key, reseller },
    rules: rules.filter(({ greater, than }) => names.has(greater) && names.has(than)),
    preferences: ofThisKind,
    inherits,
    initial: new Map(
      ownDefaults.flatMap(({ attribute, default: standard }) => (standard ? [[attribute, standard]] : [])),
    ),
    linksJournal: kinds[kind]?.linksJournal ?? false,
    marksRelations: kinds[kind]?.marksRelations ?? true,
    own: flag && { flag, model },
  };
}

/** Preferences whose choices are the installation's own, such as its network interfaces. */
export const installedPreferences: readonly string[] = preferences.flatMap(({ attribute, installed }) =>
  installed ? [attribute] : [],
);

/** Offers these choices from now on, by preference, in place of those declared before. */
export function declareChoices(declared: Readonly<Record<string, readonly string[]>>): void {
  for (const { kind, preferences: own } of preferenceKinds) {
    for (const definition of own) {
      const origin = preferences.find(({ attribute, installed }) => installed && attribute === definition.attribute);
      const choices = declared[definition.attribute] ?? [];
      if (origin) Object.assign(definition, ofKind({ ...origin, enum: [...(origin.enum ?? []), ...choices] }, kind));
    }
  }
}

/** The preferences of a resource's records, if any. */
export function preferenceKindOf(resource: string): PreferenceKind | undefined {
  return preferenceKinds.find(({ owner }) => owner.resource === resource);
}

/** The preferences whose values the API and the journal have under this name. */
export function findPreferenceKind(resource: string): PreferenceKind | undefined {
  return preferenceKinds.find((kind) => valuesResource(kind) === resource);
}

/** The preferences of a resource that must have some. */
export function neededKindOf(resource: string): PreferenceKind {
  const kind = preferenceKindOf(resource);
  if (!kind) throw new Error(`${resource} have no preferences`);
  return kind;
}

/** "Not set" is the default when it is a choice; a default that a kind does not offer is dropped. */
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

/** Name of the resource that holds the values, in routes and the journal. */
export function valuesResource({ kind }: PreferenceKind): string {
  return `${kind}preferences`;
}

/** A child record of an owner with values of its own. */
export interface PreferenceChild {
  readonly id: number;
  /** Query parameter that named it. */
  readonly parameter: string;
  /** The owner's kind under which the child's values are stored, separate from the owner's. */
  readonly kind: PreferenceKind;
}
