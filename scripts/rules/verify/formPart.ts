import { join } from "node:path";
import type { FieldDescriptor, Json, RuleEntry } from "../../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../../src/core/fieldAtPointer.ts";
import { type RuleCase, refusalOf } from "../../../src/core/rulebook/cases.ts";
import { exampleOf } from "../../../src/core/rulebook/ruleExamples.ts";
import { fieldError } from "../../../src/core/validate.ts";
import { formOverrides } from "../../../src/panel/resources/overrides.ts";
import { topField } from "../../../src/panel/views/form/fieldId.ts";
import { formTexts } from "../formTexts.ts";
import { businessBook, moduleOf, rulesOf } from "./book.ts";
import {
  addressOf,
  conditionsOf,
  formModeOf,
  hasForm,
  isAlone,
  isEditOnly,
  isFilledIn,
  isGiven,
  isIncomplete,
  offer,
  type Places,
} from "./formAddress.ts";
import type { FormPage } from "./formPage.ts";
import { type Answer, NOT_PICKED, tryInput } from "./formTry.ts";
import { about, expectation, idOf, type Outcome } from "./outcome.ts";
import { type InputMethod, inputMethodFor, isSenseless } from "./typing.ts";

/** So many that a form opened anew is quicker to fill than one that has them. */
const MANY_ROWS = 20;

export interface FormTarget extends Places {
  /** A page logged in as someone who may edit this resource. */
  readonly formOf: (resource: string) => Promise<FormPage>;
  /** URL of the panel without a trailing slash. */
  readonly url: string;
  readonly language: string;
  /** Folder for pictures of refuted cases; absent: none are taken. */
  readonly screenshots?: string;
}

/** Tries the cases in a resource's form: enters the value, leaves the field, reads the message. */
export class FormPart {
  readonly #target: FormTarget;
  #opened: { readonly key: string; readonly isOpen: Promise<boolean> } | undefined;
  /** Resources with a form that was opened. */
  readonly opened = new Set<string>();
  /** What was accepted at the open form: rules that any valid value satisfies share one. */
  readonly #accepted = new Map<string, Answer>();
  /** Pickers of the open form for which a record was made. */
  readonly #offered = new Set<string>();
  /** A list of the open form that has many rows, which slow down whatever is tried beside it. */
  #longList: string | undefined;

  constructor(target: FormTarget) {
    this.#target = target;
  }

  /** Cases with the same key share an open form. */
  static keyOf({ rule }: RuleCase): string {
    return `${rule.resource} ${formModeOf(rule)} ${isAlone(rule)} ${JSON.stringify(rule.when ?? null)}`;
  }

  async verify(entry: RuleCase): Promise<Outcome[]> {
    const { rule } = entry;
    const isFixed = rule.key === "rules.business.fixed";
    // Others that only the server checks would store a record.
    if (rule.side === "server" && !isFixed && rule.rule !== "reference") return [];
    if (!hasForm(rule.resource)) return [this.#outcome(entry, skipped("the panel has no form of it"))];
    if (!hasForm(rule.resource, formModeOf(rule)))
      return [this.#outcome(entry, skipped("the panel has no form to change it"))];
    if (!(await this.#open(entry))) return [this.#outcome(entry, skipped("no address opens the form in this state"))];
    return [await this.#pictured(entry, isFixed ? await this.#fixed(entry) : await this.#tried(entry))];
  }

  /** What is fixed is shown without an input, or not at all. */
  async #fixed({ rule }: RuleCase): Promise<Answer> {
    const control = await (await this.#form(rule)).controlAt(rule.pointer);
    const isFree = control !== undefined && !control.isReadOnly && control.tag !== "fieldset";
    return isFree ? { verdict: "discrepancy", got: "can be changed" } : { verdict: "refused", got: "read-only" };
  }

  async #tried(entry: RuleCase): Promise<Answer> {
    const { rule } = entry;
    const field = fieldAtPointer(moduleOf(rule.resource).descriptor.fields, rule.pointer);
    if (!field) return skipped("no such field");
    const isEntry = /\/\d+$/.test(rule.pointer);
    const input = this.#inputFor(entry, field, isEntry);
    if (input.by === "nothing") return skipped(input.why);
    if (isFilledIn(rule)) return skipped("this form fills it in");
    // Entries of lists of records have parts of their own; others are chips in one input.
    const pointer = isEntry && !field.fields ? rule.pointer.replace(/\/\d+$/, "") : rule.pointer;
    const form = await this.#form(rule);
    const control = await form.controlAt(pointer);
    if (!control) return this.#missing(entry, field);
    if (control.isReadOnly && control.tag !== "fieldset")
      return isGiven(rule, topField(pointer))
        ? skipped("set by the page that opens the form")
        : { verdict: "discrepancy", got: "read-only" };
    const key = JSON.stringify([pointer, entry.value, rule.with]);
    const known = entry.expects === "accepted" ? this.#accepted.get(key) : undefined;
    if (known) return known;
    await this.#fillBeside(entry, form);
    const texts = this.#texts(entry);
    const overruling = this.#overruling(rule);
    const wrong = this.#wrongInputs(rule, field);
    const locale = this.#target.language;
    if (input.by === "listing" && input.count > MANY_ROWS) this.#longList = rule.pointer;
    const answer = await tryInput({ form, entry, field, pointer, control, texts, overruling, wrong, locale }, input);
    if (answer.got === NOT_PICKED && field.reference && !this.#offered.has(pointer)) {
      this.#offered.add(pointer);
      await offer(rule.resource, field.reference, this.#target);
      await form.reload();
      await this.#load(entry);
      return this.#tried(entry);
    }
    if (entry.expects === "accepted") this.#accepted.set(key, answer);
    return answer;
  }

  #inputFor({ rule, value, expects }: RuleCase, field: FieldDescriptor, isEntry: boolean): InputMethod {
    // Whose id a good value is nobody knows: any record that is offered will do.
    if (field.reference && expects === "accepted" && typeof value === "number") return { by: "taking" };
    const isFreelyNamed = !(rule.resource === "subscriberprofiles" && rule.pointer.startsWith("/attributes"));
    return !isFreelyNamed && expects === "accepted" && isEntry
      ? { by: "taking" }
      : inputMethodFor(field, value, this.#target.language, { isEntry });
  }

  #missing({ rule }: RuleCase, { apiOnly }: FieldDescriptor): Answer {
    if (isGiven(rule, topField(rule.pointer))) return skipped("set by the page that opens the form");
    if (apiOnly) return skipped("for API clients only");
    // The keys of a phone stand on its picture: which key it is, is no input.
    const isPart = rule.pointer.split("/").length > 2;
    if (isPart && rule.resource in formOverrides) return skipped("the form has an editor of its own for it");
    return { verdict: "discrepancy", got: "the form has no input for it" };
  }

  /** The values of other fields that the rule needs. A part is required only once another part has a value. */
  async #fillBeside({ rule, value }: RuleCase, form: FormPage): Promise<void> {
    const { fields } = moduleOf(rule.resource).descriptor;
    for (const [pointer, beside] of Object.entries(rule.with ?? {})) await this.#enter(form, fields, pointer, beside);
    const [, group, name] = /^(\/[^/]+)\/([^/\d]+)$/.exec(rule.pointer) ?? [];
    if (group === undefined || rule.rule !== "required" || value !== null) return;
    for (const part of fieldAtPointer(fields, group)?.fields ?? [])
      if (part.name !== name && !part.readOnly)
        await this.#enter(form, fields, `${group}/${part.name}`, exampleOf(part));
  }

  async #enter(form: FormPage, fields: readonly FieldDescriptor[], pointer: string, value: Json): Promise<void> {
    const field = fieldAtPointer(fields, pointer);
    if (!field || !(await form.controlAt(pointer))) return;
    const input = inputMethodFor(field, value, this.#target.language);
    if (input.by === "typing" || input.by === "adding") await form.perform(pointer, { do: "type", text: input.text });
    else if (input.by === "choosing") await form.perform(pointer, { do: "choose", options: input.options });
    else if (input.by === "switching") await form.perform(pointer, { do: "switch", isOn: input.isOn });
  }

  /** Values that the input takes and one of the field's rules rejects; the quickest to type first. */
  #wrongInputs({ resource, pointer, when }: RuleEntry, field: FieldDescriptor): InputMethod[] {
    const own = rulesOf(resource).filter(
      (rule) => rule.pointer === pointer && !rule.with && JSON.stringify(rule.when) === JSON.stringify(when),
    );
    const lengthOf = (input: InputMethod) => (input.by === "typing" ? input.text.length : 0);
    return own
      .flatMap(({ invalid }) => invalid.map((value) => inputMethodFor(field, value, this.#target.language)))
      .filter((input) => input.by === "picking" || (input.by === "typing" && isWrongText(field, input.text)))
      .sort((one, other) => lengthOf(one) - lengthOf(other));
  }

  #texts(entry: RuleCase): string[] {
    const { rule } = entry;
    const { message } = formTexts(rule.resource, this.#target.language);
    // That a value is required may still be shown from before it was entered.
    const others = rulesOf(rule.resource).filter(
      (one) => one.pointer === rule.pointer && one !== rule && one.rule !== "required",
    );
    return [...new Set([refusalOf(entry), ...others].map(message))];
  }

  /** Of a rule about the time, which forms check too. */
  #overruling({ resource, pointer }: RuleEntry): string[] {
    const { message } = formTexts(resource, this.#target.language);
    const own = businessBook(resource).filter((entry) => entry.pointer === pointer && entry.rule === "future");
    return own.map(() => message({ resource, ...fieldError(pointer, "future"), side: "both", valid: [], invalid: [] }));
  }

  /** What fails once is not tried again for every case. */
  async #open(entry: RuleCase): Promise<boolean> {
    const key = FormPart.keyOf(entry);
    const isBesideLongList = this.#longList !== undefined && this.#longList !== entry.rule.pointer;
    if (this.#opened?.key !== key || isBesideLongList) {
      this.#offered.clear();
      this.#longList = undefined;
      this.#opened = { key, isOpen: this.#load(entry) };
    }
    return this.#opened.isOpen;
  }

  async #load({ rule }: RuleCase): Promise<boolean> {
    const address = await addressOf(rule, this.#target);
    if (address === undefined) return false;
    const form = await this.#form(rule);
    this.#accepted.clear();
    await form.open(`${this.#target.url}/#${address}`);
    this.opened.add(rule.resource);
    const { fields } = moduleOf(rule.resource).descriptor;
    for (const [pointer, value] of conditionsOf(rule)) await this.#enter(form, fields, pointer, value);
    if (isIncomplete(rule)) await form.submit();
    return true;
  }

  #form({ resource }: RuleEntry): Promise<FormPage> {
    return this.#target.formOf(resource);
  }

  /** With a picture of what the form shows, if the case is refuted. */
  async #pictured(entry: RuleCase, answer: Answer): Promise<Outcome> {
    const { screenshots } = this.#target;
    const outcome = this.#outcome(entry, answer);
    if (outcome.verdict !== "discrepancy" || screenshots === undefined) return outcome;
    const screenshot = `${idOf(outcome).replace(/[^A-Za-z0-9.-]+/g, "_")}.png`;
    await (await this.#form(entry.rule)).picture(outcome.pointer, join(screenshots, screenshot));
    return { ...outcome, screenshot };
  }

  #outcome(entry: RuleCase, answer: Answer): Outcome {
    const mode = isEditOnly(entry.rule.resource) ? "" : ` (${formModeOf(entry.rule)})`;
    return {
      ...about(entry, "form"),
      ...answer,
      expected: expectation(entry),
      where: `form of ${entry.rule.resource}${mode}`,
    };
  }
}

function isWrongText(field: FieldDescriptor, text: string): boolean {
  return text !== "" && text === text.trim() && isSenseless(field, text);
}

const skipped = (got: string): Answer => ({ verdict: "skipped", got });
