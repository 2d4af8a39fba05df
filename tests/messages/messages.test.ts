import { readdirSync, readFileSync } from "node:fs";
import raMessages from "ra-language-english";
import { describe, expect, it } from "vitest";
import { toModel } from "../../codegen/generate.ts";
import { loadSources } from "../../codegen/load.ts";
import { messageKeysOf } from "../../codegen/messageKeys.ts";
import { csvRules } from "../../src/core/api/csvReport.ts";
import { ruleNames } from "../../src/core/schema/descriptor.ts";
import type { Messages } from "../../src/core/schema/texts.ts";
import { destinationServices } from "../../src/core/telephony/callDestination.ts";
import { preferenceKinds } from "../../src/core/telephony/preferenceKind.ts";
import { businessRules, declarableRules } from "../../src/core/validation/businessRules.ts";
import { errorCodes } from "../../src/core/validation/errorCatalogue.ts";
import { fileRules } from "../../src/core/validation/fileValue.ts";
import { missReasons } from "../../src/core/validation/formats/number-pattern.ts";
import { formatNames } from "../../src/core/validation/formats.ts";
import { passwordRules } from "../../src/core/validation/passwordPolicy.ts";
import { transitionReasons } from "../../src/core/validation/transitions.ts";
import { typeNames } from "../../src/core/validation/validateRecord.ts";
import { patternReasons } from "../../src/core/values/patterns/patternFault.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { detailsTabs } from "../../src/generated/details.gen.ts";
import { choiceKey } from "../../src/platform/preferences/describeKind.ts";
import { ancestorsIn, isNode, literalText, type Source, sourcesBelow, templateParts, walk } from "./sources.ts";

const folder = new URL("../../i18n/en/", import.meta.url);
const models = new Map(toModel(loadSources(process.cwd())).resources.map((model) => [model.name, model]));
const PARTS = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""));
/** Parts whose keys do not start with their name in code; `preferences.` also prefixes local storage keys. */
const EXCLUDED = ["login", "preferences"];
const KEYED = PARTS.filter((part) => !EXCLUDED.includes(part));
const WRITTEN = new RegExp(`^(?:${[...KEYED, "resources", "ra"].join("|")})(?:\\.[\\w-]+)+$`);
const TEMPLATE = new RegExp(`^(?:${[...KEYED, "resources"].join("|")})\\.`);

const english = new Set([
  ...PARTS.flatMap((part) => keysOf(read(`${part}.json`), part)),
  ...readdirSync(new URL("resources/", folder)).flatMap((file) =>
    keysOf(read(`resources/${file}`), `resources.${file.replace(".json", "")}`),
  ),
]);
const libraries = new Set(keysOf(raMessages as unknown as Messages, "").map((key) => key.slice(1)));
const sources = sourcesBelow("src");
const literals = sources.flatMap((source) => keysWrittenIn(source));
const templates = sources.flatMap((source) => templatesIn(source));

function read(file: string): Messages {
  return JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Messages;
}

function keysOf(messages: Messages, prefix: string): string[] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === "string" ? [`${prefix}.${name}`] : keysOf(value, `${prefix}.${name}`),
  );
}

function keysWrittenIn(source: Source): { readonly key: string; readonly place: string }[] {
  return [...walk(source.program)].flatMap(([node]) => {
    const key = literalText(node);
    return key !== undefined && WRITTEN.test(key) ? [{ key, place: source.at(node) }] : [];
  });
}

/** Patterns of keys that are built at runtime, with wildcards for variable parts. */
function templatesIn(source: Source): { readonly pattern: RegExp; readonly parts: string[]; readonly place: string }[] {
  return [...walk(source.program)].flatMap(([node]) => {
    const parts = templateParts(node);
    if (!parts || !TEMPLATE.test(parts[0] ?? "")) return [];
    const escaped = parts.map((part) => part.replaceAll(".", "\\."));
    return [{ pattern: new RegExp(`^${escaped.join("[\\w-]+(?:\\.[\\w-]+)*")}$`), parts, place: source.at(node) }];
  });
}

describe.each(Object.keys(resources))("texts of %s", (name) => {
  const model = models.get(name);
  const keys = model ? messageKeysOf(model) : [];

  it("exist for every key of its pages", () => {
    expect(keys.length).toBeGreaterThan(3);
    expect(keys.filter((key) => !english.has(key))).toEqual([]);
  });
});

const tabs = Object.values(detailsTabs).flat();

/** Keys that are built from lists of names; texts and names must match. */
const FROM_LISTS: Readonly<Record<string, readonly string[]>> = {
  errors: errorCodes.map((code) => `errors.${code}`),
  rules: [
    ...ruleNames
      .filter((rule) => !["format", "type", "pattern", "transition", "business"].includes(rule))
      .map((rule) => `rules.${rule}`),
    ...typeNames.map((type) => `rules.type.${type}`),
    ...[...formatNames, "text"].map((format) => `rules.format.${format}`),
    "rules.pattern.mismatch",
    ...csvRules.map((rule) => `rules.csv.${rule}`),
    ...fileRules.map((rule) => `rules.file.${rule}`),
    ...transitionReasons.map((reason) => `rules.transition.${reason}`),
    ...passwordRules.map((rule) => `rules.password.${rule}`),
    ...[...patternReasons, ...missReasons]
      .filter((reason) => reason !== "invalid")
      .map((reason) => `rules.pattern.${reason}`),
    ...businessRules.map((rule) => `rules.business.${rule}`),
  ],
  // What the rule book tells about a rule; this one stands nowhere.
  "rulebook.states": declarableRules
    .filter((rule) => rule !== "pilotNumberNeeded")
    .map((rule) => `rulebook.states.${rule}`),
  "details.tabs": tabs.flatMap(({ isNamed, path, content }) => {
    const [whole = "", part] = path.split("/");
    // A list within a part shares its name.
    const named = part === undefined || content.kind === "list" ? [whole] : [whole, part];
    return isNamed ? named.map((name) => `details.tabs.${name}`) : [];
  }),
  "details.sections": tabs.flatMap(({ section }) => (section === undefined ? [] : [`details.sections.${section}`])),
  destinations: [...destinationServices, "uri"].map((name) => `destinations.${name}`),
  "pending.about": tabs.flatMap(({ content }) =>
    content.kind === "legacy" ? [`pending.about.${content.resource}`] : [],
  ),
  preferences: [
    // Of preferences that are made at run time.
    "preferences.groups.own",
    ...preferenceKinds.flatMap((kind) =>
      kind.preferences.flatMap((definition) => [
        `preferences.groups.${definition.group}`,
        ...["label", "description"].map((text) => `preferences.attributes.${definition.attribute}.${text}`),
        ...(definition.enum ?? []).map((choice) => choiceKey(kind, definition, choice)),
      ]),
    ),
  ],
};

describe.each(Object.entries(FROM_LISTS))("texts of %s", (part, expected) => {
  it("exist for every name", () => {
    expect(expected.filter((key) => !english.has(key))).toEqual([]);
  });

  it("are all in use", () => {
    const others = part === "preferences" ? preferenceRules() : [];
    const unused = [...english].filter((key) => key.startsWith(`${part}.`) && ![...expected, ...others].includes(key));
    expect(unused).toEqual([]);
  });
});

/** Rules that only preferences use. */
function preferenceRules(): string[] {
  const used = sources
    .filter(({ path }) => path.startsWith("src/platform/preferences/"))
    .flatMap(({ program }) => [...walk(program)].map(([node]) => node))
    .filter(
      (node) => node.type === "CallExpression" && (node.callee as { name?: string }).name === "preferenceRuleError",
    );
  return used.map((call) => `preferences.rules.${literalText((call.arguments as unknown[])[2])}`);
}

describe("keys in code", () => {
  it("have a text", () => {
    expect(literals.length).toBeGreaterThan(100);
    const missing = literals.filter(({ key }) => !english.has(key) && !libraries.has(key));
    expect(missing).toEqual([]);
  });

  it("that are built at runtime match texts", () => {
    // Resources may define their own message for a rule, and need not be pending.
    const isOptional = ({ parts }: (typeof templates)[number]) =>
      parts[1] === ".errors." || parts[0] === "pending.about.";
    const unmatched = templates.filter((one) => !isOptional(one) && ![...english].some((key) => one.pattern.test(key)));
    expect(unmatched.map(({ parts, place }) => `${parts.join("*")} at ${place}`)).toEqual([]);
  });

  it.each(KEYED.filter((part) => !["errors", "rules"].includes(part)))("use every text of %s", (part) => {
    const written = new Set(literals.map(({ key }) => key));
    const isUsed = (key: string) => written.has(key) || templates.some(({ pattern }) => pattern.test(key));
    expect([...english].filter((key) => key.startsWith(`${part}.`) && !isUsed(key))).toEqual([]);
  });

  it("use every text of the login", () => {
    const chains = new Set(sources.flatMap((source) => loginTextsIn(source)));
    const isUsed = (key: string) => [...chains].some((chain) => key === chain || key.startsWith(`${chain}.`));
    expect([...english].filter((key) => key.startsWith("login.") && !isUsed(key))).toEqual([]);
  });
});

/** `loginText.failure[…]` uses all of `login.failure`; `loginText[kind]` uses the names that occur in the file. */
function loginTextsIn({ program }: Source): string[] {
  const nodes = [...walk(program)];
  return nodes.flatMap(([node, around]) => {
    if (node.type !== "Identifier" || node.name !== "loginText") return [];
    const names: string[] = [];
    for (const outer of ancestorsIn(around)) {
      if (outer.type !== "MemberExpression") break;
      if (outer.computed && names.length === 0) {
        return nodes.flatMap(([each]) => (literalText(each) === undefined ? [] : [`login.${literalText(each)}`]));
      }
      if (outer.computed || !isNode(outer.property)) break;
      names.push(String(outer.property.name));
    }
    return names.length > 0 ? [`login.${names.join(".")}`] : [];
  });
}

it("texts exist for resources only", () => {
  const files = readdirSync(new URL("resources/", folder)).map((file) => file.replace(".json", ""));
  expect(files.sort()).toEqual(Object.keys(resources).sort());
});
