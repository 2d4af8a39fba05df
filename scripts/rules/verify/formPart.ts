import type { FieldDescriptor, Json } from "../../../src/core/descriptor.ts";
import type { FieldError } from "../../../src/core/errors.ts";
import { fieldAtPointer } from "../../../src/core/fieldAtPointer.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { validateRecord } from "../../../src/core/validate.ts";
import { topField } from "../../../src/panel/views/form/fieldId.ts";
import { problemText } from "../../../src/panel/views/form/problemTexts.ts";
import type { World } from "../../../tests/support/world.ts";
import { type Translate, translator } from "../texts.ts";
import { moduleOf, rulesOf } from "./book.ts";
import { addressOf, isGiven, isIncomplete } from "./formAddress.ts";
import type { FormPage } from "./formPage.ts";
import { about, expectation, type Outcome } from "./outcome.ts";
import { type Way, wayOf } from "./typing.ts";

export interface FormTarget {
  readonly form: FormPage;
  readonly world: World;
  /** Where the panel answers, without a slash at its end. */
  readonly url: string;
  readonly language: string;
}

/** Forms of which a part is written by hand: what their inputs hold is not simply the field. */
const ownInputs = ["admins", "contracts", "customers", "resellerbrandings", "subscriberprofiles"];

/** The cases in the form for new records: type, leave the field, read what is said at it. */
export class FormPart {
  readonly #target: FormTarget;
  readonly #translate: Translate;
  #opened = "";

  constructor(target: FormTarget) {
    this.#target = target;
    this.#translate = translator(target.language);
  }

  /** Cases with the same key share an open form. */
  static keyOf({ rule }: RuleCase): string {
    return `${rule.resource} ${JSON.stringify(rule.when ?? null)}`;
  }

  async verify(entry: RuleCase): Promise<Outcome[]> {
    const { rule, value, mode } = entry;
    if (rule.side === "server") return [];
    const { descriptor } = moduleOf(rule.resource);
    const field = fieldAtPointer(descriptor.fields, rule.pointer);
    if (!field || mode === "update" || /\/\d+$/.test(rule.pointer))
      return [this.#skipped(entry, "no input of its own")];
    const way = wayOf(field, value, this.#target.language);
    // What nobody can empty is empty in a new record, unless a choice stands there from the start.
    const isUntouched = way.by === "nothing" && rule.rule === "required" && value === null && field.kind !== "enum";
    if (way.by === "nothing" && !isUntouched) return [this.#skipped(entry, way.why)];
    if (isGiven(rule, topField(rule.pointer))) return [this.#skipped(entry, "given by the address of the form")];
    // Of what is empty altogether no part is missing.
    const isPart = /^\/[^/]+\/[^/\d]+$/.test(rule.pointer) && rule.rule === "required" && entry.expects === "refused";
    if (isPart) return [this.#skipped(entry, "its other parts are empty, too")];
    if (isUntouched && !isIncomplete(rule))
      return [this.#skipped(entry, "nothing else keeps the form from being sent")];
    if (!(await this.#open(entry))) return [this.#skipped(entry, "no address has a form in this state")];
    const tag = await this.#target.form.tagAt(rule.pointer);
    if (tag === undefined || tag === "fieldset") {
      if (ownInputs.includes(rule.resource)) return [this.#skipped(entry, "this form has an input of its own")];
      return tag === undefined
        ? [this.#outcome(entry, "discrepancy", "the form has no such input")]
        : [this.#skipped(entry, "a group of inputs")];
    }
    for (const [pointer, beside] of Object.entries(rule.with ?? {}))
      await this.#fillBeside(descriptor.fields, pointer, beside);
    return [await this.#try(entry, field, way, tag)];
  }

  async #try(entry: RuleCase, field: FieldDescriptor, way: Way, tag: string): Promise<Outcome> {
    const { form } = this.#target;
    const { rule, expects } = entry;
    if (way.by === "switching") return this.#outcome(entry, "accepted", "a switch");
    if (way.by === "choosing") {
      if (tag !== "select") return this.#skipped(entry, "this form has an input of its own");
      const isOffered = (await form.choices(rule.pointer)).includes(way.value);
      if (expects === "refused")
        return this.#outcome(entry, isOffered ? "discrepancy" : "refused", isOffered ? "offered" : "not offered");
      if (!isOffered) return this.#skipped(entry, "not offered in a new record");
      const chosen = await form.choose(rule.pointer, way.value);
      return this.#outcome(entry, chosen === way.value ? "accepted" : "discrepancy", `chosen ${chosen}`);
    }
    const texts = expects === "refused" ? this.#texts(entry) : [];
    if (way.by === "typing") {
      const poison = await this.#poison(entry, field);
      // Something wrong first: whether a message goes, or changes, is seen at once, that none comes is not.
      if (poison && (expects === "accepted" || way.text === "")) {
        await form.type(rule.pointer, poison);
        await form.problem(rule.pointer, "any");
      }
      await form.type(rule.pointer, way.text);
    }
    const said = await form.problem(rule.pointer, expects === "refused" ? texts : "none");
    if (way.by === "typing" && way.text !== "") await form.type(rule.pointer, "");
    if (expects === "accepted")
      return this.#outcome(entry, said === "" ? "accepted" : "discrepancy", said || "accepted");
    const isTold = texts.some((text) => said.startsWith(text));
    const expected = `refused: "${texts.join('" or "')}" at ${rule.pointer}`;
    return { ...this.#outcome(entry, isTold ? "refused" : "discrepancy", said || "accepted"), expected };
  }

  /** A text that the form takes and a rule of the field refuses. */
  async #poison(entry: RuleCase, field: FieldDescriptor): Promise<string | undefined> {
    const { resource, pointer, when } = entry.rule;
    const own = (await rulesOf(resource)).filter(
      (rule) => rule.pointer === pointer && !rule.with && JSON.stringify(rule.when) === JSON.stringify(when),
    );
    for (const rule of own) {
      for (const value of rule.invalid) {
        const way = wayOf(field, value, this.#target.language);
        if (way.by === "typing" && way.text !== "") return way.text;
      }
    }
    return undefined;
  }

  /** What may be said: the first error that the shared check finds at the field, in the panel's words. */
  #texts({ rule, record, related, mode }: RuleCase): string[] {
    const module = moduleOf(rule.resource);
    const { errors } = validateRecord(module, record, { mode, related: (path) => related.get(path) });
    const here = errors.filter(({ pointer }) => pointer === rule.pointer);
    return here.slice(0, 1).map((error) => this.#text(error, rule.resource));
  }

  #text(error: FieldError, resource: string): string {
    const { fields } = moduleOf(resource).descriptor;
    return problemText(error, { translate: this.#translate as never, locale: this.#target.language, resource, fields });
  }

  async #fillBeside(fields: readonly FieldDescriptor[], pointer: string, value: Json): Promise<void> {
    const field = fieldAtPointer(fields, pointer);
    const way = field && wayOf(field, value, this.#target.language);
    if (way?.by === "typing" && (await this.#target.form.tagAt(pointer)))
      await this.#target.form.type(pointer, way.text);
  }

  async #open(entry: RuleCase): Promise<boolean> {
    const key = FormPart.keyOf(entry);
    if (this.#opened === key) return true;
    const address = await addressOf(entry.rule, this.#target.world);
    if (address === undefined) return false;
    await this.#target.form.open(`${this.#target.url}/#${address}`);
    if (isIncomplete(entry.rule)) await this.#target.form.submit();
    this.#opened = key;
    return true;
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
