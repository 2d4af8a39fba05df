import type { FieldDescriptor } from "../../../src/core/descriptor.ts";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import type { Seen } from "./formHands.ts";
import type { Control, FormPage } from "./formPage.ts";
import type { Outcome } from "./outcome.ts";
import { type InputMethod, inputMethodFor, mayCorrect } from "./typing.ts";

/** A value that is tried in an input of an open form. */
export interface Trial {
  readonly form: FormPage;
  readonly entry: RuleCase;
  readonly field: FieldDescriptor;
  readonly pointer: string;
  readonly control: Control;
  /** In the panel's words, by the book: the rule's message, then those of other rules about the field's value. */
  readonly texts: readonly string[];
  /** Messages of rules about other things than the value. */
  readonly overruling: readonly string[];
  /** Values that the input takes and one of the field's rules rejects. */
  readonly wrong: readonly InputMethod[];
  readonly locale: string;
}

export type Answer = Pick<Outcome, "verdict" | "got">;

/** Enters the value, compares what the form shows with what the book says, and empties the input again. */
export async function tryInput(trial: Trial, input: InputMethod): Promise<Answer> {
  const { control, entry } = trial;
  const isGroup = control.tag === "fieldset" || control.tag === "div";
  switch (input.by) {
    case "nothing":
      return skipped(input.why);
    case "typing":
      return isGroup ? skipped("a group of inputs") : typed(trial, input.text);
    case "choosing":
      return control.tag === "select" ? chosen(trial, input.options) : skipped("this form has a custom input");
    case "switching":
      return switched(trial, input.isOn);
    case "looking up":
    case "taking":
      return entry.expects === "refused" ? lookedUp(trial, input) : taken(trial, input);
    case "adding":
      return added(trial, input);
    case "picking":
      return picked(trial, input);
    case "listing":
      return input.count > MOST_ROWS ? skipped("more rows than anyone adds") : listed(trial, input.count);
    case "filling":
      return filled(trial, input);
    case "leaving":
      return left(trial);
  }
}

/** A form takes longer with each row. */
const MOST_ROWS = 201;

type By<Name extends InputMethod["by"]> = Extract<InputMethod, { readonly by: Name }>;

async function typed(trial: Trial, text: string): Promise<Answer> {
  const { form, pointer, entry, field, texts, overruling, wrong } = trial;
  const [before] = wrong.flatMap((one) => (one.by === "typing" ? [one.text] : []));
  const until = entry.expects === "refused" ? [...texts, ...overruling] : before === undefined ? "settled" : "none";
  const task = { until, before, overruling, mayCorrect: mayCorrect(field) } as const;
  const seen = await form.perform(pointer, { do: "type", text }, task);
  if (seen.message === "" && entry.expects === "refused" && text === "") return submitted(trial);
  return judged(trial, seen, text);
}

/** What the message says of the value. */
function judged({ entry, texts, overruling, field }: Trial, { message, shown }: Seen, text: string): Answer {
  const held = shown.join(",");
  const isOther = held !== text && (mayCorrect(field) || plain(held) === plain(text));
  if (entry.expects === "refused")
    return message === "" && isOther
      ? skipped("the input corrects what is typed")
      : refusal([...texts, ...overruling], message);
  if (overruling.some((text) => message.startsWith(text))) return { verdict: "overruled", got: message };
  if (message !== "") return { verdict: "discrepancy", got: message };
  return held === text || isOther ? accepted() : { verdict: "discrepancy", got: `holds ${held.slice(0, 80)}` };
}

/** A form shows one message at a time: that of another rule of the field keeps this one out. */
function refusal([own = "", ...others]: readonly string[], message: string): Answer {
  const isOther = others.some((text) => message.startsWith(text));
  const verdict = message !== "" && message.startsWith(own) ? "refused" : isOther ? "overruled" : "discrepancy";
  return { verdict, got: message || "accepted" };
}

/** What is left empty is told once the form is submitted. */
async function submitted({ form, pointer, texts }: Trial): Promise<Answer> {
  await form.submit();
  const { message } = await form.perform(pointer, { do: "look" }, { until: texts });
  return refusal(texts, message);
}

async function chosen({ form, pointer, entry, texts }: Trial, options: readonly string[]): Promise<Answer> {
  const before = await form.perform(pointer, { do: "look" });
  const isRefused = entry.expects === "refused";
  const seen = await form.perform(pointer, { do: "choose", options }, { until: isRefused ? texts : "none" });
  if (!seen.isOffered) return isRefused ? refused("not offered") : skipped("not offered in a new record");
  const holds = seen.shown.join("-");
  const answer = isRefused
    ? refusal(texts, seen.message)
    : seen.message === "" && holds === options.join("-")
      ? accepted()
      : discrepancy(seen.message || `chosen ${holds}`);
  // Other fields may depend on it.
  await form.perform(pointer, { do: "choose", options: before.shown.length > 0 ? before.shown : [""] });
  return answer;
}

async function switched({ form, pointer }: Trial, isOn: boolean): Promise<Answer> {
  const before = await form.isOn(pointer);
  const { message } = await form.perform(pointer, { do: "switch", isOn });
  const isSet = (await form.isOn(pointer)) === isOn;
  await form.perform(pointer, { do: "switch", isOn: before });
  return isSet && message === "" ? accepted() : discrepancy(message || `switched ${isSet ? "" : "not "}`);
}

/** A picker takes nothing but what it offers: the text is gone once the input is left. */
async function lookedUp({ form, pointer }: Trial, input: By<"looking up" | "taking">): Promise<Answer> {
  const text = input.by === "taking" ? "" : input.text;
  const { shown } = await form.perform(pointer, { do: "type", text });
  return shown.length === 0 ? refused("not offered") : discrepancy(`took ${shown.join(", ")}`);
}

async function taken({ form, pointer, field, locale }: Trial, input: By<"looking up" | "taking">): Promise<Answer> {
  const act =
    input.by === "taking"
      ? ({ do: "pick", text: "" } as const)
      : ({ do: "pick", text: input.text, option: optionFor(field, input.text, locale) } as const);
  const { isOffered, message, shown } = await form.perform(pointer, act, { until: "none" });
  await form.perform(pointer, { do: "type", text: "" });
  if (!isOffered) return skipped(NOT_PICKED);
  return message === "" && shown.length > 0 ? accepted() : discrepancy(message || "nothing was taken");
}

/** The picker has no such option, or none at all. */
export const NOT_PICKED = "the picker does not offer it";

/** The option's label. */
function optionFor({ kind }: FieldDescriptor, text: string, locale: string): string {
  return kind === "country" ? (new Intl.DisplayNames(locale, { type: "region" }).of(text) ?? text) : text;
}

async function added(trial: Trial, { text, count }: By<"adding">): Promise<Answer> {
  const { form, pointer, entry, texts } = trial;
  const isRefused = entry.expects === "refused";
  const seen = await form.perform(
    pointer,
    { do: "type", text },
    {
      until: isRefused ? texts : "settled",
      mayCorrect: true,
    },
  );
  await form.perform(pointer, { do: "type", text: "" });
  const isTaken = seen.shown.length > 0 && seen.shown.join(",") === text;
  if (!isTaken && isRefused && seen.message === "")
    return seen.shown.length > 0 ? skipped("the input corrects what is typed") : refused("not taken");
  if (isRefused) return refusal(texts, seen.message);
  if (!isTaken && seen.shown.length < count) return skipped("not offered");
  return seen.message === "" ? accepted() : discrepancy(seen.message);
}

async function picked(trial: Trial, { file }: By<"picking">): Promise<Answer> {
  const { form, pointer, entry, texts, wrong } = trial;
  const isRefused = entry.expects === "refused";
  const [before] = wrong.flatMap((one) => (one.by === "picking" ? [one.file] : []));
  if (!isRefused && before) {
    await form.pick(pointer, before);
    await form.perform(pointer, { do: "look" }, { until: texts });
  }
  await form.pick(pointer, file);
  const { message } = await form.perform(pointer, { do: "look" }, { until: isRefused ? texts : "none" });
  await form.unpick(pointer);
  return isRefused ? refusal(texts, message) : message === "" ? accepted() : discrepancy(message);
}

async function listed(trial: Trial, count: number): Promise<Answer> {
  const { form, pointer, entry, texts } = trial;
  const isRefused = entry.expects === "refused";
  // A list that never had a row is no list yet.
  if (count === 0) await form.rows(pointer, 1);
  const rows = await form.rows(pointer, count);
  if (rows.count < count) return isRefused ? refused("no more rows can be added") : discrepancy(`${rows.count} rows`);
  if (isRefused) return submitted(trial);
  const { message } = await form.perform(pointer, { do: "look" });
  const isOfList = texts.some((text) => message.startsWith(text));
  return isOfList ? discrepancy(message) : accepted();
}

async function filled(trial: Trial, { members }: By<"filling">): Promise<Answer> {
  const { form, pointer, field, entry, texts, locale } = trial;
  const isRefused = entry.expects === "refused";
  const parts = (field.fields ?? []).flatMap((part) => {
    const input = inputMethodFor(part, members[part.name], locale);
    return part.name in members || isRefused ? [[`${pointer}/${part.name}`, input] as const] : [];
  });
  for (const [at, input] of parts) {
    if (input.by === "typing") await form.perform(at, { do: "type", text: input.text });
    else if (input.by === "choosing") await form.perform(at, { do: "choose", options: input.options });
  }
  if (isRefused) return submitted(trial);
  const { message } = await form.perform(pointer, { do: "look" }, { until: "none" });
  const isOfGroup = texts.some((text) => message.startsWith(text));
  return isOfGroup ? discrepancy(message) : accepted();
}

/** The input is emptied and left. */
async function left(trial: Trial): Promise<Answer> {
  const { form, pointer, control, entry, texts } = trial;
  if (control.tag === "select") {
    const { isOffered } = await form.perform(pointer, { do: "choose", options: [""] });
    if (!isOffered) return entry.expects === "refused" ? refused("cannot be left empty") : skipped("not offered");
  } else if (control.isPicker) {
    await form.perform(pointer, { do: "type", text: "" });
  } else if (control.tag === "fieldset") {
    await form.rows(pointer, 0);
  }
  const { message } = await form.perform(pointer, { do: "look" });
  if (entry.expects === "accepted")
    return texts.some((text) => message.startsWith(text)) ? discrepancy(message) : accepted();
  return message === "" ? submitted(trial) : refusal(texts, message);
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const accepted = (): Answer => ({ verdict: "accepted", got: "accepted" });
const refused = (got: string): Answer => ({ verdict: "refused", got });
const skipped = (got: string): Answer => ({ verdict: "skipped", got });
const discrepancy = (got: string): Answer => ({ verdict: "discrepancy", got });
