import { closest, distance } from "fastest-levenshtein";
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from "yaml";
import type { Json } from "../../schema/descriptor.ts";
import type { DirectiveRule, LineFault, ProvisioningRule } from "../../validation/deviceTemplateRules.ts";
import { type FormatName, formats } from "../../validation/formats.ts";
import { toLiquidTemplate } from "./liquidTemplate.ts";
import { calculated, fieldKindOfType, fieldTypes, type Option, type ProvisioningField } from "./provisioningFields.ts";
import { type MemberTree, type SectionName, sections } from "./provisioningSections.ts";
import type { TemplateShape } from "./shapes.ts";
import type { TranslatedText } from "./templateEngine.ts";
import { templateLimits } from "./templateLimits.ts";

/** A fault and its line in the template, counted from 1. */
export type ProvisioningFault = LineFault<DirectiveRule | ProvisioningRule>;

/** A value that is computed for each row: a text with placeholders. */
export class Code implements TranslatedText {
  readonly format = "lines";

  constructor(
    readonly text: string,
    /** The line in which the text begins. */
    readonly line: number,
    /** Translated; empty while there are faults. */
    readonly liquid: string,
  ) {}

  /** A function of JavaScript or Perl: no code runs on this platform. */
  get isScript(): boolean {
    return /^\s*(?:function|sub)\b/.test(this.text);
  }
}

/** A section, or a part of one; `<name>_code` is a Code at `name`. */
export type TemplateNode = Json | Code | readonly TemplateNode[] | { readonly [name: string]: TemplateNode };

export interface CalculatedField {
  readonly name: string;
  readonly value: TemplateNode;
}

export interface ProvisioningModel {
  readonly fields: readonly ProvisioningField[];
  /** In the order in which they are computed. */
  readonly calculated: readonly CalculatedField[];
  readonly sections: ReadonlyMap<SectionName, TemplateNode>;
  /** Values that are scripts. */
  readonly scripts: readonly Code[];
}

export interface ReadTemplate {
  /** Absent if the text is no YAML. */
  readonly model: ProvisioningModel | undefined;
  readonly faults: readonly ProvisioningFault[];
}

/** Preferences by the section that sets them, where known. */
export type KnownPreferences = Partial<Record<SectionName, readonly string[]>>;

/** Values of a row that need no field. */
export const builtIns = ["sip_username", "web_username", "sip_password", "web_password"] as const;

/** A field that makes lines end what they collide with. */
export const purgeField = "purge";

/** Keys of the record itself, which a template from elsewhere repeats. */
const columns: ReadonlySet<string> = new Set(["id", "reseller_id", "name", "description", "lang"]);
const attributes = ["name", "label", "type", "required", "help", "default", "options", "value", "format"];

/** Reads a template. With faults its model is incomplete; what is unknown is left out of it. */
export function readProvisioning(text: string, preferences: KnownPreferences = {}): ReadTemplate {
  const { size, entries } = templateLimits;
  if (text.length > size) return unreadableTemplate(1, String(size));
  if ((text.match(/[:,\n]/g)?.length ?? 0) > entries)
    return { model: undefined, faults: [{ rule: "yamlMany", line: 1, params: { limit: String(entries) } }] };
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, version: "1.2", prettyErrors: false, stringKeys: true });
    const [error] = document.errors;
    if (error) return unreadableTemplate(lines.linePos(error.pos[0]).line, error.message);
    // Throws if aliases multiply what is there.
    document.toJS({ maxAliasCount: templateLimits.aliases });
    const { contents } = document;
    if (contents === null || !isMap(contents)) return unreadableTemplate(1, "");
    return new Reader(lines, (node) => (isAlias(node) ? node.resolve(document) : node), preferences).read(contents);
  } catch (error) {
    // Too many aliases, or nested too deeply.
    return unreadableTemplate(1, error instanceof Error ? error.message : "");
  }
}

function unreadableTemplate(line: number, text: string): ReadTemplate {
  return {
    model: undefined,
    faults: [{ rule: "yamlUnreadable", line, params: { text: text.replace(/\s+/g, " ").slice(0, 100) } }],
  };
}

interface YamlEntry {
  readonly name: string;
  readonly node: Node | null;
  readonly line: number;
}

class Reader {
  readonly #faults: ProvisioningFault[] = [];
  readonly #scripts: Code[] = [];
  readonly #names = new Map<string, TemplateShape>([...builtIns, purgeField].map((name) => [name, "value"]));
  readonly #made: Record<string, TemplateShape> = {};

  constructor(
    private readonly lines: LineCounter,
    private readonly resolve: (node: Node | null) => Node | null | undefined,
    private readonly preferences: KnownPreferences,
  ) {}

  read(root: Node): ReadTemplate {
    const entries = this.#entries(root);
    const fields: ProvisioningField[] = [];
    const computed: CalculatedField[] = [];
    const list = entries.find(({ name }) => name === "fields");
    if (list) this.#readFields(list, fields, computed);
    const sectionNodes = new Map<SectionName, TemplateNode>();
    for (const section of sections) {
      const entry = entries.find(({ name }) => name === section.name);
      if (entry) {
        const { name, line } = entry;
        const members = section.members ?? toMembers(this.preferences[section.name]);
        const part = this.#part(entry.node, line, members, 0);
        if (isGroup(part) || (section.makes === "records" && Array.isArray(part))) sectionNodes.set(section.name, part);
        else this.#fail("yamlUnknown", line, { name, nearest: `${name}: { … }` });
      }
      for (const name of section.resolves) this.#made[name] = "any";
      this.#made[section.name] = "any";
    }
    const names = ["fields", ...sections.map(({ name }) => name)];
    for (const { name, line } of entries)
      if (!names.includes(name) && !columns.has(name)) this.#unknown(name, line, names);
    const model = { fields, calculated: computed, sections: sectionNodes, scripts: this.#scripts };
    const inOrder = this.#faults.toSorted((a, b) => a.line - b.line);
    return { model, faults: inOrder.slice(0, templateLimits.faults) };
  }

  #readFields({ node, line }: YamlEntry, fields: ProvisioningField[], computed: CalculatedField[]): void {
    const list = this.resolve(node);
    if (!isSeq(list)) this.#fail("yamlField", line);
    for (const item of isSeq(list) ? list.items : []) {
      const itemLine = this.#lineOf(item as Node);
      const members = new Map(this.#entries(item as Node).map((entry) => [entry.name, entry] as const));
      const scalar = (key: string) => this.#scalar(members.get(key)?.node ?? null);
      const [name, type] = [text(scalar("name")), text(scalar("type")) ?? "text"];
      const isKnown = fields.some((field) => field.name === name) || computed.some((field) => field.name === name);
      if (name === undefined || !/^[A-Za-z_]\w{0,63}$/.test(name) || isKnown) {
        this.#fail("yamlField", itemLine);
        continue;
      }
      if (type.toLowerCase() === calculated) {
        const code = members.get("value_code");
        const value = code ? this.#code(code) : this.#part(members.get("value")?.node ?? null, itemLine, null, 0);
        computed.push({ name, value });
        this.#names.set(name, "value");
        continue;
      }
      const kind = fieldKindOfType(type);
      if (!kind) {
        this.#unknown(type, members.get("type")?.line ?? itemLine, fieldTypes);
        continue;
      }
      for (const [key, entry] of members) if (isSlip(key)) this.#unknown(key, entry.line, attributes);
      const format = text(scalar("format"));
      if (format !== undefined && !(format in formats))
        this.#unknown(format, members.get("format")?.line ?? itemLine, Object.keys(formats));
      const number = (...keys: string[]) => keys.map(scalar).find((value) => typeof value === "number");
      const options = this.#options(members.get("options")?.node ?? null);
      fields.push({
        ...{ name, kind, label: text(scalar("label")) ?? name, required: isTruthyValue(scalar("required")) },
        ...{ help: text(scalar("help")), default: scalar("default") },
        options: kind === "enum" ? options : undefined,
        ...{ minimum: number("minimum", "range_start"), maximum: number("maximum", "range_end") },
        ...{ minLength: number("min_length", "minlength"), maxLength: number("max_length", "maxlength") },
        format: format !== undefined && format in formats ? (format as FormatName) : undefined,
      });
      this.#names.set(name, "value");
    }
  }

  #options(node: Node | null): Option[] {
    const list = this.resolve(node);
    if (!isSeq(list)) return [];
    return list.items.map((item) => {
      const members = new Map(this.#entries(item as Node).map((entry) => [entry.name, entry.node] as const));
      const value =
        text(members.size > 0 ? this.#scalar(members.get("value") ?? null) : this.#scalar(item as Node)) ?? "";
      return { value, label: text(this.#scalar(members.get("label") ?? null)) ?? value };
    });
  }

  /** A part of a section; `members` are those that it may have, null if anything goes. */
  #part(input: Node | null, line: number, members: MemberTree | null, depth: number): TemplateNode {
    const node = this.resolve(input) ?? null;
    if (depth > templateLimits.parts) {
      this.#fail("yamlUnreadable", line, { text: "" });
      return null;
    }
    if (isSeq(node))
      return node.items.map((item) => this.#part(item as Node, this.#lineOf(item as Node), members, depth + 1));
    if (!isMap(node)) return this.#scalar(node);
    const part: Record<string, TemplateNode> = {};
    for (const entry of this.#entries(node)) {
      const isCode = entry.name.endsWith("_code") && !(members && entry.name in members);
      const name = isCode ? entry.name.slice(0, -"_code".length) : entry.name;
      if (members && !(name in members)) {
        this.#unknown(entry.name, entry.line, Object.keys(members));
        continue;
      }
      part[name] = isCode ? this.#code(entry) : this.#part(entry.node, entry.line, members?.[name] ?? null, depth + 1);
    }
    return part;
  }

  #code({ node, line }: YamlEntry): Code {
    const scalar = this.resolve(node) as Scalar | undefined;
    const source = String(this.#scalar(node) ?? "");
    const isBlock = scalar?.type === "BLOCK_LITERAL" || scalar?.type === "BLOCK_FOLDED";
    const start = (scalar?.range ? this.lines.linePos(scalar.range[0]).line : line) + (isBlock ? 1 : 0);
    const script = new Code(source, start, "");
    if (script.isScript) {
      this.#scripts.push(script);
      return script;
    }
    const shape: TemplateShape = {
      members: { row: { members: Object.fromEntries(this.#names) }, now: "value", ...this.#made },
    };
    const { liquid, faults } = toLiquidTemplate(source, shape);
    for (const fault of faults) this.#fail(fault.rule, start + fault.line - 1, fault.params);
    return new Code(source, start, faults.length > 0 ? "" : liquid);
  }

  #entries(input: Node | null): YamlEntry[] {
    const node = this.resolve(input);
    if (!isMap(node)) return [];
    return node.items.map((pair) => {
      const key = pair.key as Node;
      return { name: String(this.#scalar(key) ?? ""), node: pair.value as Node | null, line: this.#lineOf(key) };
    });
  }

  /** Numbers that are written differently, such as 0043, stay as they are written. */
  #scalar(input: Node | null): string | number | boolean | null {
    const node = this.resolve(input);
    if (!isScalar(node)) return null;
    const { value, source } = node;
    if (typeof value === "number") return source === undefined || source === String(value) ? value : source;
    if (typeof value === "boolean" || typeof value === "string") return value;
    return value === null || value === undefined ? null : String(value);
  }

  #lineOf(node: Node | null): number {
    return node?.range ? this.lines.linePos(node.range[0]).line : 1;
  }

  #fail(rule: ProvisioningFault["rule"], line: number, params: Readonly<Record<string, string>> = {}): void {
    this.#faults.push({ rule, line, params });
  }

  #unknown(name: string, line: number, candidates: readonly string[]): void {
    // Comparing each of very many names would take long, and nobody reads on.
    if (this.#faults.length >= templateLimits.faults) return;
    this.#fail("yamlUnknown", line, { name, nearest: closest(name, [...candidates]) });
  }
}

const text = (value: string | number | boolean | null) => (value === null || value === "" ? undefined : String(value));

const isTruthyValue = (value: string | number | boolean | null) => value === true || value === 1 || value === "1";

const isGroup = (part: TemplateNode): part is { readonly [name: string]: TemplateNode } =>
  typeof part === "object" && part !== null && !Array.isArray(part) && !(part instanceof Code);

const toMembers = (names: readonly string[] | undefined): MemberTree | null =>
  names ? Object.fromEntries(names.map((name) => [name, null])) : null;

/** Fields may have attributes of other platforms: only what looks like a slip is reported. */
const isSlip = (name: string) => !attributes.includes(name) && distance(name, closest(name, attributes)) === 1;
