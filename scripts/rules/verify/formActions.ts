import type { Act } from "./acts.ts";

/** An act on an input, and the messages to wait for. */
export interface InputTask {
  /** Id of the input, as `fieldId` builds it. */
  readonly id: string;
  readonly act: Extract<Act, { do: "type" | "choose" | "pick" | "switch" }> | { readonly do: "look" };
  /** Messages of which one has to come; absent: none. */
  readonly expected?: readonly string[];
  /** Milliseconds to wait at most. */
  readonly patience: number;
}

/** The input after the act. */
export interface InputState {
  /** The error message; empty if there is none. */
  readonly message: string;
  /** Its text, or what its selects have selected; "true" of a switch that is on. */
  readonly shown: readonly string[];
  /** False: its selects, or its picker, do not offer this. */
  readonly isOffered: boolean;
}

declare global {
  interface Window {
    /** Requests of the panel without an answer yet. */
    openRequests: number;
  }
}

/** Counts open requests, so that a form can be known to have settled. Runs in the browser before the panel. */
export function countRequests(): void {
  window.openRequests = 0;
  const send = window.fetch;
  window.fetch = (...request) => {
    window.openRequests++;
    return send(...request).finally(() => {
      window.openRequests--;
    });
  };
}

/**
 * Runs in the browser: enters the value as a user would, leaves the input and reads its message. One call does it all,
 * as every question to a browser costs as much as a form takes to answer. Uses nothing from outside of itself.
 */
export async function perform({ id, act, expected, patience }: InputTask): Promise<InputState> {
  const ownElement = () => document.getElementById(id);
  /** The input now: forms replace it when its value becomes another kind of thing. */
  const control = () =>
    (document.getElementById(`${id}-uri`) ?? ownElement()) as
      | HTMLInputElement
      | HTMLTextAreaElement
      | HTMLSelectElement;
  const picker = () => ownElement()?.closest(".MuiAutocomplete-root") ?? null;
  const message = () => {
    const element = control();
    const notes = (element?.getAttribute("aria-describedby")?.split(" ") ?? []).map((name) =>
      document.getElementById(name),
    );
    // Groups cannot be marked invalid; their error text is.
    const isGroup = element?.tagName === "FIELDSET" || element?.getAttribute("role") === "group";
    const isWrong = isGroup
      ? notes.some((note) => note?.classList.contains("Mui-error"))
      : element?.getAttribute("aria-invalid") === "true";
    return isWrong ? notes.map((note) => note?.textContent ?? "").join(" ") : "";
  };
  const isExpected = () => message() !== "" && (expected ?? []).some((text) => message().startsWith(text));
  const shownValues = () => {
    const chips = picker()?.querySelectorAll(".MuiChip-label") ?? [];
    if (chips.length > 0) return [...chips].map((chip) => chip.textContent ?? "");
    const element = control();
    if (element instanceof HTMLInputElement && element.type === "checkbox") return [String(element.checked)];
    return [element, document.getElementById(`${id}-to`)].flatMap((select) =>
      select && "value" in select && select.value !== "" ? [String(select.value)] : [],
    );
  };
  const wait = async (isDone: () => boolean, limit = patience) => {
    const end = performance.now() + limit;
    while (!isDone() && performance.now() < end) await new Promise((done) => setTimeout(done, 4));
  };
  const select = (element: HTMLElement | null, option: string) => {
    const isThere = element instanceof HTMLSelectElement && [...element.options].some(({ value }) => value === option);
    if (!isThere) return false;
    element.focus();
    element.value = option;
    element.dispatchEvent(new Event("change", { bubbles: true }));
    element.blur();
    return true;
  };
  const type = async (text: string) => {
    const before = ownElement();
    // A choice of services, one of which is any address.
    if (before?.tagName === "SELECT" && control() === before && select(before, "uri"))
      await wait(() => control() !== before);
    const input = control() as HTMLInputElement;
    picker()?.querySelector<HTMLElement>(".MuiAutocomplete-clearIndicator")?.click();
    input.focus();
    input.select();
    if (text !== "") document.execCommand("insertText", false, text);
    else if (input.value !== "") document.execCommand("delete");
  };
  const pick = async (text: string, option: string | undefined) => {
    await type(text);
    if (text === "") picker()?.querySelector<HTMLElement>(".MuiAutocomplete-popupIndicator")?.click();
    const findOption = () =>
      [...document.querySelectorAll<HTMLElement>(`[id="${id}-listbox"] [role=option]`)].find(
        ({ textContent }) => option === undefined || textContent === option,
      );
    await wait(() => findOption() !== undefined || document.querySelector(".MuiAutocomplete-noOptions") !== null);
    const chosen = findOption();
    chosen?.click();
    control().blur();
    return chosen !== undefined;
  };
  const choose = async ([first = "", second = ""]: readonly string[]) => {
    if (!select(ownElement(), first)) return false;
    const end = document.getElementById(`${id}-to`);
    // One that was chosen before must not stay.
    if (second === "" && (end === null || (end as HTMLSelectElement).value === "")) return true;
    await wait(() => !end?.hasAttribute("disabled"));
    return select(end, second);
  };

  let isOffered = true;
  let stale = "";
  if (act.do === "type") {
    // The message of a value before must not be taken for that of this one.
    if (expected && act.text !== "" && isExpected()) {
      await type("");
      control().blur();
      await wait(() => !isExpected());
    }
    // The text that it holds already brings no other message.
    stale = shownValues().join(",") === act.text ? "" : message();
    await type(act.text);
    control().blur();
  } else if (act.do === "choose") {
    isOffered = await choose(act.options);
  } else if (act.do === "pick") {
    isOffered = await pick(act.text, act.option);
  } else if (act.do === "switch") {
    const input = ownElement() as HTMLInputElement;
    if (input.checked !== act.isOn) input.click();
    input.blur();
  }
  const isHeld = act.do !== "type" || shownValues().join(",") === act.text;
  if (expected && isOffered) await wait(() => isExpected() && message() !== stale, isHeld ? patience : patience / 10);
  else {
    // Validation takes a moment, and what it asks the platform takes longer.
    await new Promise((done) => setTimeout(done, 60));
    await wait(() => window.openRequests === 0);
    if (!expected) await wait(() => message() === "", patience / 10);
  }
  return { message: message(), shown: shownValues(), isOffered };
}

/** Runs in the browser: adds rows to a list, or removes the last ones, until there are so many; returns how many there are. */
export async function setRows({ id, count }: { readonly id: string; readonly count: number }): Promise<number> {
  const list = document.getElementById(id);
  const rows = () => [...(list?.querySelectorAll<HTMLElement>(":scope > ol > li") ?? [])];
  for (;;) {
    const before = rows();
    const add = [...(list?.querySelectorAll<HTMLButtonElement>(":scope > div > button") ?? [])].at(-1);
    const remove = [...(before.at(-1)?.querySelectorAll<HTMLElement>(":scope > div:last-child > button") ?? [])].at(-1);
    const press =
      before.length < count ? (add?.disabled ? undefined : add) : before.length > count ? remove : undefined;
    if (!press) return before.length;
    press.click();
    const end = performance.now() + 4000;
    while (rows().length === before.length && performance.now() < end) await new Promise((done) => setTimeout(done));
  }
}
