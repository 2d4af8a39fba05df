import { join } from "node:path";
import type { FieldDescriptor, Json } from "../../../src/core/descriptor.ts";
import { fieldAtPointer } from "../../../src/core/fieldAtPointer.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { topField } from "../../../src/panel/views/form/fieldId.ts";
import { formTexts } from "../formTexts.ts";
import { moduleOf, rulesOf } from "./book.ts";
import { addressOf, hasForm, isEditOnly, isGiven, isIncomplete, type Places, switchesOf } from "./formAddress.ts";
import type { FormPage } from "./formPage.ts";
import { about, expectation, idOf, type Outcome } from "./outcome.ts";
import { type InputMethod, inputMethodFor } from "./typing.ts";

export interface FormTarget extends Places {
  /** A page logged in as someone who may edit this resource. */
  readonly formOf: (resource: string) => Promise<FormPage>;
  /** URL of the panel without a trailing slash. */
  readonly url: string;
  readonly language: string;
  /** Folder for pictures of refuted cases; absent: none are taken. */
  readonly screenshots?: string;
}

/** Forms with hand-written parts, whose inputs do not map to fields one to one. */
const customForms = ["admins", "contracts", "customers", "resellerbrandings", "subscriberprofiles"];

/** Tries the cases in a resource's form: types the value, leaves the field, reads the message. */
export class FormPart {
  readonly #target: FormTarget;
  #opened = "";
  readonly #openedForms = new Set<string>();

  constructor(target: FormTarget) {
    this.#target = target;
  }

  /** Cases with the same key share an open form. */
  static keyOf({ rule }: RuleCase): string {
    return `${rule.resource} ${JSON.stringify(rule.when ?? null)}`;
  }

  /** Resources with a form that no case has opened. */
  unopened(resources: readonly string[]): string[] {
    return resources.filter((resource) => hasForm(resource) && !this.#openedForms.has(resource));
  }

  async verify(entry: RuleCase): Promise<Outcome[]> {
    const { rule } = entry;
    if (rule.side === "server") return [];
    if (!hasForm(rule.resource)) return [this.#skipped(entry, "no separate form")];
    // Every form gets opened, even if none of its inputs can be tried.
    if (!this.#openedForms.has(rule.resource)) await this.#open(entry);
    return [await this.#verify(entry)];
  }

  async #verify(entry: RuleCase): Promise<Outcome> {
    const { rule, value } = entry;
    const { descriptor } = moduleOf(rule.resource);
    const field = fieldAtPointer(descriptor.fields, rule.pointer);
    if (!field || /\/\d+$/.test(rule.pointer)) return this.#skipped(entry, "no separate input");
    const mode = rule.mode ?? (isEditOnly(rule.resource) ? "update" : entry.mode);
    if (mode !== modeIn(rule.resource)) return this.#skipped(entry, "not a rule of this form");
    const input = inputMethodFor(field, value, this.#target.language);
    // Inputs that cannot be cleared start empty in a create form, except for selects with a default.
    const isUntouched = input.by === "nothing" && rule.rule === "required" && value === null && field.kind !== "enum";
    if (input.by === "nothing" && !isUntouched) return this.#skipped(entry, input.why);
    if (isGiven(rule, topField(rule.pointer))) return this.#skipped(entry, "set by the form's address");
    // Parts are required only once another part has a value.
    const isPart = /^\/[^/]+\/[^/\d]+$/.test(rule.pointer) && rule.rule === "required" && entry.expects === "refused";
    if (isPart) return this.#skipped(entry, "its other parts are empty too");
    // An incomplete list entry blocks submission by itself.
    const isInList = /\/\d+\//.test(rule.pointer);
    if (isUntouched && !isIncomplete(rule) && !isInList) return this.#skipped(entry, "the form would be submitted");
    if (!(await this.#open(entry))) return this.#skipped(entry, "no address opens the form in this state");
    const form = await this.#form(rule.resource);
    const tag = await form.tagAt(rule.pointer);
    const isGroup = tag === "fieldset" && input.by !== "picking" && !isUntouched;
    if (tag === undefined || isGroup) {
      if (customForms.includes(rule.resource)) return this.#skipped(entry, "this form has a custom input");
      return tag === undefined
        ? this.#pictured(this.#outcome(entry, "discrepancy", "the form has no input for it"), form)
        : this.#skipped(entry, "a group of inputs");
    }
    for (const [pointer, related] of Object.entries(rule.with ?? {}))
      await this.#fillRelated(form, descriptor.fields, pointer, related);
    if (isUntouched && isInList) await form.submit();
    return this.#try(entry, field, input, tag);
  }

  async #try(entry: RuleCase, field: FieldDescriptor, input: InputMethod, tag: string): Promise<Outcome> {
    const { rule, expects } = entry;
    const form = await this.#form(rule.resource);
    if (input.by === "switching") return this.#outcome(entry, "accepted", "a switch");
    if (input.by === "choosing") {
      if (tag !== "select") return this.#skipped(entry, "this form has a custom input");
      const isOffered = (await form.choices(rule.pointer)).includes(input.value);
      const isRefused = expects === "refused";
      if (isRefused && rule.rule === "distinct") {
        await form.chooseAndLeave(rule.pointer, input.value);
        return this.#messageOutcome(entry, await form.problem(rule.pointer, this.#texts(entry)));
      }
      if (isRefused)
        return this.#outcome(entry, isOffered ? "discrepancy" : "refused", isOffered ? "offered" : "not offered");
      if (!isOffered) return this.#skipped(entry, "not offered in a new record");
      const chosen = await form.choose(rule.pointer, input.value);
      return this.#outcome(entry, chosen === input.value ? "accepted" : "discrepancy", `chosen ${chosen}`);
    }
    if (input.by !== "nothing") {
      const invalid = await this.#invalidInput(entry, field);
      // Show an error first: its removal or change is visible at once, while the absence of a new one is not.
      if (invalid && (expects === "accepted" || (input.by === "typing" && input.text === ""))) {
        await fill(form, rule.pointer, invalid);
        await form.problem(rule.pointer, "any");
      }
      await fill(form, rule.pointer, input);
    }
    const message = await form.problem(rule.pointer, expects === "refused" ? this.#texts(entry) : "none");
    const outcome =
      expects === "refused"
        ? this.#messageOutcome(entry, message)
        : this.#outcome(entry, message === "" ? "accepted" : "discrepancy", message || "accepted");
    const shown = await this.#pictured(outcome, form);
    if (input.by === "typing" && input.text !== "") await form.type(rule.pointer, "");
    if (input.by === "picking") await form.unpick(rule.pointer);
    return shown;
  }

  /** With a picture of what the form shows, if the case is refuted. */
  async #pictured(outcome: Outcome, form: FormPage): Promise<Outcome> {
    const { screenshots } = this.#target;
    if (outcome.verdict !== "discrepancy" || screenshots === undefined) return outcome;
    const screenshot = `${idOf(outcome).replace(/[^A-Za-z0-9.-]+/g, "_")}.png`;
    await form.picture(outcome.pointer, join(screenshots, screenshot));
    return { ...outcome, screenshot };
  }

  /** A form shows one message at a time: that of another rule of the field keeps this one out. */
  #messageOutcome(entry: RuleCase, message: string): Outcome {
    const [own = "", ...others] = this.#texts(entry);
    const isOther = others.some((text) => message.startsWith(text));
    const verdict = message.startsWith(own) ? "refused" : isOther ? "overruled" : "discrepancy";
    return this.#outcome(entry, verdict, message || "accepted");
  }

  /** A value that the input takes and one of the field's rules rejects. */
  async #invalidInput(entry: RuleCase, field: FieldDescriptor): Promise<Fillable | undefined> {
    const { resource, pointer, when } = entry.rule;
    const own = rulesOf(resource).filter(
      (rule) => rule.pointer === pointer && !rule.with && JSON.stringify(rule.when) === JSON.stringify(when),
    );
    for (const rule of own) {
      for (const value of rule.invalid) {
        const input = inputMethodFor(field, value, this.#target.language);
        if (input.by === "picking" || (input.by === "typing" && input.text !== "")) return input;
      }
    }
    return undefined;
  }

  /** In the panel's words, by the book: the rule's message, then those of other rules about the field's value. */
  #texts({ rule }: RuleCase): string[] {
    const { message } = formTexts(rule.resource, this.#target.language);
    // That a value is required may still be shown from before it was entered.
    const others = rulesOf(rule.resource).filter(
      (one) => one.pointer === rule.pointer && one !== rule && one.rule !== "required",
    );
    return [rule, ...others].map(message);
  }

  async #fillRelated(form: FormPage, fields: readonly FieldDescriptor[], pointer: string, value: Json): Promise<void> {
    const field = fieldAtPointer(fields, pointer);
    const input = field && inputMethodFor(field, value, this.#target.language);
    if (!input || input.by === "nothing" || !(await form.tagAt(pointer))) return;
    if (input.by === "choosing") await form.chooseAndLeave(pointer, input.value);
    else if (input.by === "typing") await form.type(pointer, input.text);
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
    this.#openedForms.add(rule.resource);
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

/** Methods that fill an input. */
type Fillable = Extract<InputMethod, { readonly by: "typing" | "picking" }>;

async function fill(form: FormPage, pointer: string, input: Fillable): Promise<void> {
  if (input.by === "typing") await form.type(pointer, input.text);
  else await form.pick(pointer, input.file);
}

function modeIn(resource: string): "create" | "update" {
  return isEditOnly(resource) ? "update" : "create";
}
