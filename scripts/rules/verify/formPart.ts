import type { FieldDescriptor, Json } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { fieldAtPointer } from "../../../src/core/fieldAtPointer.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { topField } from "../../../src/panel/views/form/fieldId.ts";
import { problemText } from "../../../src/panel/views/form/problemTexts.ts";
import { type Translate, translator } from "../texts.ts";
import { moduleOf, rulesOf } from "./book.ts";
import { addressOf, hasForm, isChanged, isGiven, isIncomplete, type Places, switchesOf } from "./formAddress.ts";
import type { FormPage } from "./formPage.ts";
import { about, expectation, type Outcome } from "./outcome.ts";
import { type Way, wayOf } from "./typing.ts";

export interface FormTarget extends Places {
  /** The page of somebody who may fill in forms of this resource. */
  readonly formOf: (resource: string) => Promise<FormPage>;
  /** Where the panel answers, without a slash at its end. */
  readonly url: string;
  readonly language: string;
}

/** Forms of which a part is written by hand: what their inputs hold is not simply the field. */
const ownInputs = ["admins", "contracts", "customers", "resellerbrandings", "subscriberprofiles"];

/** The cases in a resource's form: type, leave the field, read what is said at it. */
export class FormPart {
  readonly #target: FormTarget;
  readonly #translate: Translate;
  #opened = "";
  readonly #seen = new Set<string>();

  constructor(target: FormTarget) {
    this.#target = target;
    this.#translate = translator(target.language);
  }

  /** Cases with the same key share an open form. */
  static keyOf({ rule }: RuleCase): string {
    return `${rule.resource} ${JSON.stringify(rule.when ?? null)}`;
  }

  /** Those of these resources that have a form which no case has opened. */
  unseen(resources: readonly string[]): string[] {
    return resources.filter((resource) => hasForm(resource) && !this.#seen.has(resource));
  }

  async verify(entry: RuleCase): Promise<Outcome[]> {
    const { rule } = entry;
    if (rule.side === "server") return [];
    if (!hasForm(rule.resource)) return [this.#skipped(entry, "no form of its own")];
    // Each form is looked at, even if nothing in it can be typed.
    if (!this.#seen.has(rule.resource)) await this.#open(entry);
    return [await this.#verify(entry)];
  }

  async #verify(entry: RuleCase): Promise<Outcome> {
    const { rule, value } = entry;
    const { descriptor } = moduleOf(rule.resource);
    const field = fieldAtPointer(descriptor.fields, rule.pointer);
    if (!field || /\/\d+$/.test(rule.pointer)) return this.#skipped(entry, "no input of its own");
    const mode = rule.mode ?? (isChanged(rule.resource) ? "update" : entry.mode);
    if (mode !== modeIn(rule.resource)) return this.#skipped(entry, "no rule of this form");
    const way = wayOf(field, value, this.#target.language);
    // What nobody can empty is empty in a new record, unless a choice stands there from the start.
    const isUntouched = way.by === "nothing" && rule.rule === "required" && value === null && field.kind !== "enum";
    if (way.by === "nothing" && !isUntouched) return this.#skipped(entry, way.why);
    if (isGiven(rule, topField(rule.pointer))) return this.#skipped(entry, "given by the address of the form");
    // Of what is empty altogether no part is missing.
    const isPart = /^\/[^/]+\/[^/\d]+$/.test(rule.pointer) && rule.rule === "required" && entry.expects === "refused";
    if (isPart) return this.#skipped(entry, "its other parts are empty, too");
    // An entry that lacks something keeps the form from being sent by itself.
    const isInList = /\/\d+\//.test(rule.pointer);
    if (isUntouched && !isIncomplete(rule) && !isInList)
      return this.#skipped(entry, "nothing else keeps the form from being sent");
    if (!(await this.#open(entry))) return this.#skipped(entry, "no address has a form in this state");
    const form = await this.#form(rule.resource);
    const tag = await form.tagAt(rule.pointer);
    const isGroup = tag === "fieldset" && way.by !== "picking" && !isUntouched;
    if (tag === undefined || isGroup) {
      if (ownInputs.includes(rule.resource)) return this.#skipped(entry, "this form has an input of its own");
      return tag === undefined
        ? this.#outcome(entry, "discrepancy", "the form has no such input")
        : this.#skipped(entry, "a group of inputs");
    }
    for (const [pointer, beside] of Object.entries(rule.with ?? {}))
      await this.#fillBeside(form, descriptor.fields, pointer, beside);
    if (isUntouched && isInList) await form.submit();
    return this.#try(entry, field, way, tag);
  }

  async #try(entry: RuleCase, field: FieldDescriptor, way: Way, tag: string): Promise<Outcome> {
    const { rule, expects } = entry;
    const form = await this.#form(rule.resource);
    if (way.by === "switching") return this.#outcome(entry, "accepted", "a switch");
    if (way.by === "choosing") {
      if (tag !== "select") return this.#skipped(entry, "this form has an input of its own");
      const isOffered = (await form.choices(rule.pointer)).includes(way.value);
      const isRefused = expects === "refused";
      if (isRefused && rule.rule === "distinct") {
        await form.chooseAndLeave(rule.pointer, way.value);
        return this.#told(entry, await form.problem(rule.pointer, this.#texts(entry)));
      }
      if (isRefused)
        return this.#outcome(entry, isOffered ? "discrepancy" : "refused", isOffered ? "offered" : "not offered");
      if (!isOffered) return this.#skipped(entry, "not offered in a new record");
      const chosen = await form.choose(rule.pointer, way.value);
      return this.#outcome(entry, chosen === way.value ? "accepted" : "discrepancy", `chosen ${chosen}`);
    }
    if (way.by !== "nothing") {
      const poison = await this.#poison(entry, field);
      // Something wrong first: whether a message goes, or changes, is seen at once, that none comes is not.
      if (poison && (expects === "accepted" || (way.by === "typing" && way.text === ""))) {
        await put(form, rule.pointer, poison);
        await form.problem(rule.pointer, "any");
      }
      await put(form, rule.pointer, way);
    }
    const said = await form.problem(rule.pointer, expects === "refused" ? this.#texts(entry) : "none");
    if (way.by === "typing" && way.text !== "") await form.type(rule.pointer, "");
    if (way.by === "picking") await form.unpick(rule.pointer);
    if (expects === "refused") return this.#told(entry, said);
    return this.#outcome(entry, said === "" ? "accepted" : "discrepancy", said || "accepted");
  }

  #told(entry: RuleCase, said: string): Outcome {
    const texts = this.#texts(entry);
    const isTold = texts.some((text) => said.startsWith(text));
    const expected = `refused: "${texts.join('" or "')}" at ${entry.rule.pointer}`;
    return { ...this.#outcome(entry, isTold ? "refused" : "discrepancy", said || "accepted"), expected };
  }

  /** A text or a file that the form takes and a rule of the field refuses. */
  async #poison(entry: RuleCase, field: FieldDescriptor): Promise<Given | undefined> {
    const { resource, pointer, when } = entry.rule;
    const own = (await rulesOf(resource)).filter(
      (rule) => rule.pointer === pointer && !rule.with && JSON.stringify(rule.when) === JSON.stringify(when),
    );
    for (const rule of own) {
      for (const value of rule.invalid) {
        const way = wayOf(field, value, this.#target.language);
        if (way.by === "picking" || (way.by === "typing" && way.text !== "")) return way;
      }
    }
    return undefined;
  }

  /** What may be said: the first error that the shared check finds at the field, in the panel's words. */
  #texts({ rule, record, related }: RuleCase): string[] {
    const module = moduleOf(rule.resource);
    const mode = modeIn(rule.resource);
    const { errors } = validateRecord(module, record, { mode, related: (path) => related.get(path) });
    const here = errors.filter(({ pointer }) => pointer === rule.pointer);
    return here.slice(0, 1).map((error) => this.#text(error, rule.resource));
  }

  #text(error: FieldError, resource: string): string {
    const { fields } = moduleOf(resource).descriptor;
    return problemText(error, { translate: this.#translate as never, locale: this.#target.language, resource, fields });
  }

  async #fillBeside(form: FormPage, fields: readonly FieldDescriptor[], pointer: string, value: Json): Promise<void> {
    const field = fieldAtPointer(fields, pointer);
    const way = field && wayOf(field, value, this.#target.language);
    if (!way || way.by === "nothing" || !(await form.tagAt(pointer))) return;
    if (way.by === "choosing") await form.chooseAndLeave(pointer, way.value);
    else if (way.by === "typing") await form.type(pointer, way.text);
  }

  async #open(entry: RuleCase): Promise<boolean> {
    const { rule } = entry;
    const key = FormPart.keyOf(entry);
    if (this.#opened === key) return true;
    const address = await addressOf(rule, this.#target);
    if (address === undefined) return false;
    const form = await this.#form(rule.resource);
    await form.open(`${this.#target.url}/#${address}`);
    for (const [pointer, isOn] of switchesOf(rule)) await form.flip(pointer, isOn);
    if (isIncomplete(rule)) await form.submit();
    this.#opened = key;
    this.#seen.add(rule.resource);
    return true;
  }

  #form(resource: string): Promise<FormPage> {
    return this.#target.formOf(resource);
  }

  #outcome(entry: RuleCase, verdict: Outcome["verdict"], got: string): Outcome {
    return {
      ...about(entry, "form"),
      verdict,
      expected: expectation(entry),
      got,
      where: `form of ${entry.rule.resource}`,
    };
  }

  #skipped(entry: RuleCase, got: string): Outcome {
    return this.#outcome(entry, "skipped", got);
  }
}

/** Ways that put something into an input of its own. */
type Given = Extract<Way, { readonly by: "typing" | "picking" }>;

async function put(form: FormPage, pointer: string, way: Given): Promise<void> {
  if (way.by === "typing") await form.type(pointer, way.text);
  else await form.pick(pointer, way.file);
}

/** What the form does with a record. */
function modeIn(resource: string): "create" | "update" {
  return isChanged(resource) ? "update" : "create";
}
