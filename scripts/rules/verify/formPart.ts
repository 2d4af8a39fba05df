import { join } from "node:path";
import { expectedErrorOf, type RuleCase } from "../../../src/core/rulebook/cases.ts";
import { exampleOf } from "../../../src/core/rulebook/ruleExamples.ts";
import type { FieldDescriptor, Json, RuleEntry } from "../../../src/core/schema/descriptor.ts";
import { fieldAtPointer, fieldError } from "../../../src/core/validation/errors.ts";
import { nextStatuses } from "../../../src/core/validation/transitions.ts";
import { topField } from "../../../src/panel/views/form/fieldId.ts";
import { formTexts } from "../formTexts.ts";
import { type Act, actFor, isChips, mayCorrect } from "./acts.ts";
import { bookRulesOf, businessBook, moduleOf } from "./book.ts";
import type { InputState } from "./formActions.ts";
import type { Control, FormPage } from "./formPage.ts";
import {
  conditionsOf,
  createChoice,
  type FormRecords,
  formModeOf,
  formPath,
  hasForm,
  isIncomplete,
  isSetByForm,
  isSetByPage,
  isWithoutParent,
} from "./formPath.ts";
import { describeCase, type Outcome } from "./outcome.ts";

/** A form takes longer with each row. */
const MAX_ROWS = 50;

export interface FormTarget extends FormRecords {
  /** A page logged in as someone who may edit this resource. */
  readonly formOf: (resource: string) => Promise<FormPage>;
  /** URL of the panel without a trailing slash. */
  readonly url: string;
  readonly language: string;
  /** Folder for pictures of refuted cases; absent: none are taken. */
  readonly screenshots?: string;
}

type CaseResult = Pick<Outcome, "verdict" | "got">;

/** A value that is tried in an input of an open form. */
interface Trial {
  readonly form: FormPage;
  readonly entry: RuleCase;
  readonly field: FieldDescriptor;
  readonly pointer: string;
  readonly control: Control;
  /** In the panel's words, by the book: the rule's message, then those of other rules about the field's value. */
  readonly texts: readonly string[];
  /** Messages of rules about more than the value, such as the time or another field, which keep good values out too. */
  readonly beyond: readonly string[];
}

/** Tries the cases in a resource's form: enters the value, leaves the field, reads the message. */
export class FormPart {
  readonly #target: FormTarget;
  #opened: { readonly key: string; readonly isOpen: Promise<boolean> } | undefined;
  /** Pickers of the open form for which a record was made. */
  readonly #offered = new Set<string>();

  constructor(target: FormTarget) {
    this.#target = target;
  }

  /** Cases with the same key share an open form. */
  static keyOf({ rule }: RuleCase): string {
    return `${rule.resource} ${formModeOf(rule)} ${isWithoutParent(rule)} ${JSON.stringify(rule.when ?? null)}`;
  }

  async verify(entry: RuleCase): Promise<Outcome | undefined> {
    const { rule } = entry;
    const isFixed = rule.key === "rules.business.fixed";
    // Others that only the server checks would store a record.
    if (rule.side === "server" && !isFixed && rule.rule !== "reference") return undefined;
    const result = await this.#answer(entry, isFixed);
    const outcome: Outcome = {
      ...describeCase(entry, "form"),
      ...result,
      where: `form of ${rule.resource} (${formModeOf(rule)})`,
    };
    const { screenshots } = this.#target;
    if (outcome.verdict !== "discrepancy" || screenshots === undefined) return outcome;
    const screenshot = `${outcome.id.replace(/[^A-Za-z0-9.-]+/g, "_")}.png`;
    await (await this.#target.formOf(rule.resource)).picture(rule.pointer, join(screenshots, screenshot));
    return { ...outcome, screenshot };
  }

  async #answer(entry: RuleCase, isFixed: boolean): Promise<CaseResult> {
    const { rule } = entry;
    if (!hasForm(rule.resource, formModeOf(rule))) return skipped("the panel has no such form");
    if (isElsewhere(rule)) return skipped("no new record begins with that status");
    const key = FormPart.keyOf(entry);
    if (this.#opened?.key !== key) {
      this.#offered.clear();
      // A form that fails to open is not tried again for every case.
      this.#opened = { key, isOpen: this.#load(entry) };
    }
    if (!(await this.#opened.isOpen)) return skipped("no address opens the form in this state");
    if (!isFixed) return this.#tried(entry);
    // Fixed fields are shown without an input, or not at all.
    const control = await (await this.#target.formOf(rule.resource)).controlAt(rule.pointer);
    const isFree = control !== undefined && !control.isReadOnly && control.tag !== "fieldset";
    return isFree ? discrepancy("can be changed") : refused("read-only");
  }

  async #load({ rule }: RuleCase): Promise<boolean> {
    const path = await formPath(rule, this.#target);
    if (path === undefined) return false;
    const form = await this.#target.formOf(rule.resource);
    await form.open(`${this.#target.url}/#${path}`);
    for (const [pointer, value] of conditionsOf(rule)) await this.#enter(form, rule, pointer, value);
    if (isIncomplete(rule)) await form.submit();
    return true;
  }

  async #tried(entry: RuleCase): Promise<CaseResult> {
    const { rule, expects } = entry;
    const field = fieldAtPointer(moduleOf(rule.resource).descriptor.fields, rule.pointer);
    if (!field) return skipped("no such field");
    if (isSetByForm(rule)) return skipped("this form fills it in");
    const isEntry = /\/\d+$/.test(rule.pointer);
    const isOffered = expects === "accepted";
    // Names of preferences, which are not in the schema.
    const isPreference = isOffered && isEntry && rule.resource === "subscriberprofiles";
    const act = isPreference
      ? ({ do: "pick", text: "" } as const)
      : actFor(field, entry.value, this.#target.language, { isEntry, isOffered });
    // Entries of lists of records have parts of their own; others are chips in one input.
    const pointer = isEntry && !field.fields ? rule.pointer.replace(/\/\d+$/, "") : rule.pointer;
    const form = await this.#target.formOf(rule.resource);
    const control = await form.controlAt(pointer);
    if (!control || (control.isReadOnly && control.tag !== "fieldset")) return missingInputResult(rule, field, control);
    await this.#fillBeside(entry, form);
    const result = await this.#tryAct({ form, entry, field, pointer, control, ...this.#texts(entry) }, act);
    if (result.got !== NOT_PICKED || !field.reference || this.#offered.has(pointer)) return result;
    this.#offered.add(pointer);
    await createChoice(rule.resource, field.reference, this.#target);
    await form.reload();
    await this.#load(entry);
    return this.#tried(entry);
  }

  /** Enters the value and compares what the form shows with what the book says. */
  async #tryAct(trial: Trial, act: Act): Promise<CaseResult> {
    const { form, pointer, control, entry, texts, beyond, field } = trial;
    const expected = entry.expects === "refused" ? [...texts, ...beyond] : undefined;
    const isGroup = control.tag === "fieldset" || control.tag === "div";
    switch (act.do) {
      case "nothing":
        return skipped(act.why);
      case "rows": {
        if (act.count > MAX_ROWS) return skipped("more rows than anyone adds");
        // A list that never had a row is no list yet.
        if (act.count === 0) await form.rows(pointer, 1);
        const count = await form.rows(pointer, act.count);
        if (count < act.count) return expected ? refused("no more rows can be added") : discrepancy(`${count} rows`);
        return this.#judgeWhole(trial);
      }
      case "fill":
        for (const part of field.fields ?? []) {
          if (!(part.name in act.members) && !expected) continue;
          await this.#enter(form, entry.rule, `${pointer}/${part.name}`, act.members[part.name] ?? null);
        }
        return this.#judgeWhole(trial);
      case "file":
        await form.pick(pointer, act.file);
        return judge(trial, act, await form.perform(pointer, { do: "look" }, expected));
      case "leave": {
        if (control.tag === "select") {
          const { isOffered } = await form.perform(pointer, { do: "choose", options: [""] });
          if (!isOffered) return expected ? refused("cannot be left empty") : skipped("not offered");
        } else if (control.isPicker) await form.perform(pointer, { do: "type", text: "" });
        else if (isGroup) await form.rows(pointer, 0);
        return this.#judgeWhole(trial);
      }
      default: {
        if (act.do === "type" && isGroup) return skipped("a group of inputs");
        if (act.do === "choose" && control.tag !== "select") return skipped("this form has a custom input");
        const isKept = act.do === "choose" || act.do === "switch";
        const [before = ""] = isKept ? (await form.perform(pointer, { do: "look" })).shown : [];
        const state = await form.perform(pointer, act, expected);
        if (expected && act.do === "type" && act.text === "" && state.message === "") return this.#judgeWhole(trial);
        const result = judge(trial, act, state);
        // Other fields may depend on it, and pickers keep what they took.
        if (act.do === "choose") await form.perform(pointer, { do: "choose", options: [before] });
        else if (act.do === "switch") await form.perform(pointer, { do: "switch", isOn: before === "true" });
        else if (control.isPicker || isChips(field)) await form.perform(pointer, { do: "type", text: "" });
        return result;
      }
    }
  }

  /** Judges a value that is empty, or invalid as a whole: the form shows its error once it is submitted. */
  async #judgeWhole({ form, pointer, entry, texts }: Trial): Promise<CaseResult> {
    const isRefused = entry.expects === "refused";
    if (isRefused) await form.submit();
    const { message } = await form.perform(pointer, { do: "look" }, isRefused ? texts : undefined);
    if (isRefused) return refusal(texts, message);
    return texts.some((text) => message.startsWith(text)) ? discrepancy(message) : accepted();
  }

  /** The values of other fields that the rule needs. A part is required only once another part has a value. */
  async #fillBeside({ rule, value }: RuleCase, form: FormPage): Promise<void> {
    for (const [pointer, related] of Object.entries(rule.with ?? {})) await this.#enter(form, rule, pointer, related);
    const [, group, name] = /^(\/[^/]+)\/([^/\d]+)$/.exec(rule.pointer) ?? [];
    if (group === undefined || rule.rule !== "required" || value !== null) return;
    for (const part of fieldAtPointer(moduleOf(rule.resource).descriptor.fields, group)?.fields ?? [])
      if (part.name !== name && !part.readOnly) await this.#enter(form, rule, `${group}/${part.name}`, exampleOf(part));
  }

  /** Enters a value that another one needs, if the form has an input for it. */
  async #enter(form: FormPage, { resource }: RuleEntry, pointer: string, value: Json): Promise<void> {
    const field = fieldAtPointer(moduleOf(resource).descriptor.fields, pointer);
    const control = field && (await form.controlAt(pointer));
    if (!control) return;
    const act = actFor(field, value, this.#target.language);
    if (act.do === "leave" && control.tag === "select") await form.perform(pointer, { do: "choose", options: [""] });
    else if (act.do === "type" || act.do === "choose" || act.do === "switch") await form.perform(pointer, act);
  }

  #texts(entry: RuleCase): Pick<Trial, "texts" | "beyond"> {
    const { resource, pointer } = entry.rule;
    const { message } = formTexts(resource, this.#target.language);
    // That a value is required may still be shown from before it was entered.
    const otherRules = bookRulesOf(resource).filter(
      (rule) => rule.pointer === pointer && rule !== entry.rule && rule.rule !== "required",
    );
    const future = businessBook(resource).filter((rule) => rule.pointer === pointer && rule.rule === "future");
    const error = { resource, ...fieldError(pointer, "future"), side: "both", valid: [], invalid: [] } as const;
    const beyond = [...future.map(() => error), ...otherRules.filter((rule) => rule.with !== undefined)];
    return { texts: [expectedErrorOf(entry), ...otherRules].map(message), beyond: beyond.map(message) };
  }
}

/** The result if the form has no input for a value; one that it should have refutes the case. */
function missingInputResult(rule: RuleEntry, { apiOnly }: FieldDescriptor, control: Control | undefined): CaseResult {
  if (isSetByPage(rule, topField(rule.pointer))) return skipped("set by the page that opens the form");
  if (control) return discrepancy("read-only");
  if (apiOnly) return skipped("for API clients only");
  // The keys of a phone stand on its picture: which key it is, is no input.
  if (rule.resource === "pbxdevices" && rule.pointer.startsWith("/lines/")) return skipped("a picture has the keys");
  return discrepancy("the form has no input for it");
}

/** Whether the rule is about a record that has changed its status since it was created. */
function isElsewhere(rule: RuleEntry): boolean {
  const { descriptor } = moduleOf(rule.resource);
  const first = nextStatuses(descriptor, (from) => from === null)?.[0];
  const start = descriptor.fields.find(({ name }) => `/${name}` === rule.pointer)?.default ?? first;
  return rule.rule === "transition" && formModeOf(rule) === "update" && rule.params.from !== start;
}

/** Judges what the input shows by what the book says. */
function judge(
  { entry, texts, beyond, field, control }: Trial,
  act: Act,
  { message, shown, isOffered }: InputState,
): CaseResult {
  const heldText = shown.join(",");
  const expectedText =
    act.do === "type"
      ? act.text
      : act.do === "choose"
        ? act.options.join()
        : act.do === "switch"
          ? `${act.isOn}`
          : heldText;
  const isHeld = heldText === expectedText && (act.do !== "pick" || heldText !== "");
  const isCorrected =
    act.do === "type" && !isHeld && (mayCorrect(field) || collapseSpaces(heldText) === collapseSpaces(act.text));
  const isChosen = control.isPicker || isChips(field);
  if (entry.expects === "refused") {
    if (!isOffered) return refused("not offered");
    // It may be required, and says so once what was typed is gone.
    if (heldText === "" && (control.isPicker || (isChosen && message === ""))) return refused("not taken");
    if (message === "" && isCorrected) return skipped("the input corrects what is typed");
    return refusal([...texts, ...beyond], message);
  }
  if (!isOffered) return skipped(act.do === "pick" ? NOT_PICKED : "not offered in a new record");
  if (beyond.some((text) => message.startsWith(text))) return { verdict: "overruled", got: message };
  if (message !== "") return discrepancy(message);
  if (isHeld || (isCorrected && !isChosen)) return accepted();
  return isChosen ? skipped("not offered") : discrepancy(`holds ${heldText.slice(0, 80)}`);
}

/** A form shows one message at a time: that of another rule of the field keeps this one out. */
function refusal([ruleText = "", ...otherTexts]: readonly string[], message: string): CaseResult {
  if (message === "") return discrepancy("accepted");
  if (message.startsWith(ruleText)) return refused(message);
  return { verdict: otherTexts.some((text) => message.startsWith(text)) ? "overruled" : "discrepancy", got: message };
}

/** The picker has no such option, or none at all. */
const NOT_PICKED = "the picker does not offer it";

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const accepted = (): CaseResult => ({ verdict: "accepted", got: "accepted" });
const refused = (got: string): CaseResult => ({ verdict: "refused", got });
const skipped = (got: string): CaseResult => ({ verdict: "skipped", got });
const discrepancy = (got: string): CaseResult => ({ verdict: "discrepancy", got });
