/** What to do to an input, and what to wait for. */
export interface Task {
  /** Id of the input, as `fieldId` builds it. */
  readonly id: string;
  readonly act:
    | { readonly do: "type"; readonly text: string }
    | { readonly do: "choose"; readonly options: readonly string[] }
    /** In a picker; without an option, the first that is offered. */
    | { readonly do: "pick"; readonly text: string; readonly option?: string }
    | { readonly do: "switch"; readonly isOn: boolean }
    | { readonly do: "look" };
  /** Typed before it unless a message is shown: a message that goes can be waited for, one that does not come cannot. */
  readonly before?: string;
  /** "none": until no message is shown. Texts: until one of these is. "settled": until the form has reacted. */
  readonly until: "none" | "settled" | readonly string[];
  /** Messages for which a message need not go. */
  readonly overruling: readonly string[];
  /** Whether the input may bring the text into its own form: then no message needs to come. */
  readonly mayCorrect: boolean;
  /** Milliseconds to wait at most. */
  readonly patience: number;
}

/** What the input shows in the end. */
export interface Seen {
  /** The error message; empty if there is none. */
  readonly message: string;
  /** Its text, or what its selects have selected. */
  readonly shown: readonly string[];
  /** False: its selects do not offer these options. */
  readonly isOffered: boolean;
}

declare global {
  interface Window {
    /** Requests of the panel without an answer yet. */
    openRequests: number;
  }
}

/** Rows of a list as they are after some were added or removed. */
export interface Rows {
  readonly count: number;
  /** Whether another one can be added. */
  readonly canAdd: boolean;
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
export async function perform({ id, act, before, until, overruling, mayCorrect, patience }: Task): Promise<Seen> {
  const hands = {
    /** The input now: forms replace it when its value becomes another kind of thing. */
    control() {
      const own = document.getElementById(id);
      const address = document.getElementById(`${id}-uri`);
      return (address ?? own) as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    },
    picker() {
      return document.getElementById(id)?.closest(".MuiAutocomplete-root") ?? null;
    },
    message() {
      const element = hands.control();
      const notes = (element?.getAttribute("aria-describedby")?.split(" ") ?? []).map((name) =>
        document.getElementById(name),
      );
      const isGroup = element?.tagName === "FIELDSET" || element?.getAttribute("role") === "group";
      // Groups cannot be marked invalid; their error text is.
      const isWrong = isGroup
        ? notes.some((note) => note?.classList.contains("Mui-error"))
        : element?.getAttribute("aria-invalid") === "true";
      return isWrong ? notes.map((note) => note?.textContent ?? "").join(" ") : "";
    },
    isExpected() {
      const message = hands.message();
      return Array.isArray(until) && message !== "" && until.some((text) => message.startsWith(text));
    },
    plain(text: string) {
      return text.replace(/\s+/g, " ").trim();
    },
    shown() {
      const chips = hands.picker()?.querySelectorAll(".MuiChip-label") ?? [];
      if (chips.length > 0) return [...chips].map((chip) => chip.textContent ?? "");
      const second = document.getElementById(`${id}-to`);
      return [hands.control(), second].flatMap((element) =>
        element && "value" in element && element.value !== "" ? [String(element.value)] : [],
      );
    },
    frame() {
      // Frames of a covered page may not come.
      return Promise.race([
        new Promise((done) => requestAnimationFrame(done)),
        new Promise((done) => setTimeout(done, 100)),
      ]);
    },
    async settle() {
      await hands.frame();
      await hands.frame();
      const end = performance.now() + patience;
      while (window.openRequests > 0 && performance.now() < end) await hands.frame();
    },
    async wait(isDone: () => boolean, most = patience) {
      const end = performance.now() + most;
      while (!isDone() && performance.now() < end) await new Promise((done) => setTimeout(done, 4));
    },
    async type(text: string, isOpen = false) {
      const own = document.getElementById(id);
      // A choice of services, one of which is any address.
      if (own?.tagName === "SELECT" && hands.control() === own) {
        hands.select(own as HTMLSelectElement, "uri");
        await hands.wait(() => hands.control() !== own);
      }
      const input = hands.control() as HTMLInputElement;
      hands.picker()?.querySelector<HTMLElement>(".MuiAutocomplete-clearIndicator")?.click();
      input.focus();
      input.select();
      if (text !== "") document.execCommand("insertText", false, text);
      else if (input.value !== "") document.execCommand("delete");
      if (!isOpen) input.blur();
    },
    option(name: string | undefined) {
      const options = document.querySelectorAll<HTMLElement>(`[id="${id}-listbox"] [role=option]`);
      return [...options].find(({ textContent }) => name === undefined || textContent === name);
    },
    async pick(text: string, option: string | undefined) {
      await hands.type(text, true);
      if (text === "") hands.picker()?.querySelector<HTMLElement>(".MuiAutocomplete-popupIndicator")?.click();
      await hands.wait(
        () => hands.option(option) !== undefined || document.querySelector(".MuiAutocomplete-noOptions") !== null,
      );
      const found = hands.option(option);
      found?.click();
      hands.control().blur();
      return found !== undefined;
    },
    select(select: HTMLSelectElement, option: string) {
      select.focus();
      select.value = option;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      select.blur();
    },
    offers(select: HTMLElement | null, option: string) {
      return select instanceof HTMLSelectElement && [...select.options].some(({ value }) => value === option);
    },
    async choose([first = "", second]: readonly string[]) {
      const select = document.getElementById(id);
      const end = document.getElementById(`${id}-to`);
      if (!hands.offers(select, first) || (second !== undefined && !hands.offers(end, second))) return false;
      hands.select(select as HTMLSelectElement, first);
      // One that was chosen before must not stay.
      if (second !== undefined || (hands.offers(end, "") && (end as HTMLSelectElement).value !== "")) {
        await hands.wait(() => !end?.hasAttribute("disabled"));
        hands.select(end as HTMLSelectElement, second ?? "");
      }
      return true;
    },
  };

  const isRefused = Array.isArray(until);
  let isOffered = true;
  let stale = "";
  if (act.do === "type") {
    if (!isRefused && before !== undefined && hands.message() === "") {
      await hands.type(before);
      await hands.wait(() => hands.message() !== "");
    }
    // The message of a value before must not be taken for that of this one.
    if (isRefused && hands.isExpected() && act.text !== "") {
      await hands.type("");
      await hands.wait(() => !hands.isExpected());
    }
    if (isRefused && act.text === "" && before !== undefined) {
      await hands.type(before);
      await hands.wait(() => hands.message() !== "" && !hands.message().startsWith(until[0] ?? ""));
    }
    // The text that it holds already brings no other message.
    stale = hands.shown().join(",") === act.text ? "" : hands.message();
    await hands.type(act.text);
  } else if (act.do === "choose") {
    isOffered = await hands.choose(act.options);
  } else if (act.do === "pick") {
    isOffered = await hands.pick(act.text, act.option);
  } else if (act.do === "switch") {
    const input = document.getElementById(id) as HTMLInputElement;
    if (input.checked !== act.isOn) input.click();
    input.blur();
  }
  const shown = hands.shown().join(",");
  const isCorrected =
    act.do === "type" && shown !== act.text && (mayCorrect || hands.plain(shown) === hands.plain(act.text));
  if (!isOffered || until === "settled") await hands.settle();
  else if (isCorrected && isRefused) await hands.wait(() => hands.message() !== stale, patience / 10);
  else if (until === "none")
    await hands.wait(() => hands.message() === "" || overruling.some((text) => hands.message().startsWith(text)));
  else await hands.wait(() => hands.isExpected() && hands.message() !== stale);
  return { message: hands.message(), shown: hands.shown(), isOffered };
}

/** Runs in the browser: adds rows to a list, or removes the last ones, until there are so many. */
export async function setRows({ id, count }: { readonly id: string; readonly count: number }): Promise<Rows> {
  const list = document.getElementById(id);
  for (;;) {
    const rows = list?.querySelectorAll<HTMLElement>(":scope > ol > li") ?? [];
    const add = [...(list?.querySelectorAll<HTMLButtonElement>(":scope > div > button") ?? [])].at(-1);
    const canAdd = add !== undefined && !add.disabled;
    const remove = [...([...rows].at(-1)?.querySelectorAll<HTMLElement>(":scope > div:last-child > button") ?? [])].at(
      -1,
    );
    const press = rows.length < count ? (canAdd ? add : undefined) : rows.length > count ? remove : undefined;
    if (!press) return { count: rows.length, canAdd };
    press.click();
    const before = rows.length;
    const end = performance.now() + 4000;
    while (list?.querySelectorAll(":scope > ol > li").length === before && performance.now() < end)
      await new Promise((done) => setTimeout(done));
  }
}
