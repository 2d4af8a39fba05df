import type { Page } from "playwright";
import { fieldId } from "../../../src/panel/views/form/fieldId.ts";
import type { PickedFile } from "./typing.ts";

/** Longest wait for a message to come or to go, in milliseconds; the machine may have other work to do. */
const PATIENCE = 4000;

/** One form in a browser, by the ids that its inputs have from where their values are in the record. */
export class FormPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the form of another address, with nothing typed in it. */
  async open(address: string): Promise<void> {
    await this.#page.evaluate(() => {
      sessionStorage.clear();
      document.querySelector("form")?.setAttribute("data-left", "");
    });
    await this.#page.goto("about:blank");
    await this.#page.goto(address);
    await this.#page.locator("form button:visible").first().waitFor();
    await this.#settle();
  }

  /** Asks for the form to be sent; as something that must be filled in is empty, all that is wrong is told. */
  async submit(): Promise<void> {
    await this.#page.locator("form").evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await this.#page
      .locator("[role=alert] ul")
      .first()
      .waitFor({ timeout: PATIENCE })
      .catch(() => undefined);
  }

  /** What the input at the pointer is; absent when the form shows none. Lists get as many entries as it takes. */
  async tagAt(pointer: string): Promise<string | undefined> {
    for (const [list, position] of listsOn(pointer)) {
      const add = this.#page.locator(`fieldset#${fieldId(list)} > button`).last();
      for (let tries = 0; tries <= position && !(await this.#hasRow(list, position)); tries++) {
        if ((await add.count()) === 0) return undefined;
        await add.click();
        await this.#settle();
      }
    }
    return (await this.#tag(pointer)) ?? (await this.#repeat(pointer)) ?? this.#tag(pointer);
  }

  /** Waits for what comes when it is asked for. */
  async #settle(): Promise<void> {
    await this.#page.waitForFunction(() => !document.querySelector("main [aria-busy=true], .MuiSkeleton-root"));
  }

  async #hasRow(list: string, position: number): Promise<boolean> {
    const row = fieldId(`${list}/${position}`);
    return (await this.#page.locator(`[id="${row}"], [id^="${row}-"]`).count()) > 0;
  }

  /** Of an event that happens once most parts are not asked for. */
  async #repeat(pointer: string): Promise<undefined> {
    const frequency = this.#page.locator(`select#${fieldId(pointer.replace(/[^/]+$/, "freq"))}`);
    if ((await frequency.count()) > 0) await frequency.selectOption("monthly");
  }

  /** What it is, if it can be changed; what is folded away is shown. */
  async #tag(pointer: string): Promise<string | undefined> {
    return this.#page.evaluate((id) => {
      const element = document.getElementById(id);
      element?.closest("details")?.setAttribute("open", "");
      const isFree = element && !element.hasAttribute("readonly") && !element.hasAttribute("disabled");
      return isFree ? element.tagName.toLowerCase() : undefined;
    }, fieldId(pointer));
  }

  /** Types over what is there and leaves the field. Where services can be chosen, too, it is an address that is typed. */
  async type(pointer: string, text: string): Promise<void> {
    const id = fieldId(pointer);
    const own = this.#page.locator(`#${id}`);
    const address = this.#page.locator(`#${id}-uri`);
    const isChoice = (await own.evaluate((element) => element.tagName)) === "SELECT";
    if (isChoice && (await address.count()) === 0) await own.selectOption("uri");
    const input = isChoice ? address : own;
    await input.fill(text);
    await input.blur();
  }

  /** Picks a file as if it were on a disk. */
  async pick(pointer: string, { name, mimeType, base64 }: PickedFile): Promise<void> {
    const input = this.#page.locator(`fieldset#${fieldId(pointer)} input[type=file]`);
    await input.setInputFiles({ name, mimeType, buffer: Buffer.from(base64, "base64") });
  }

  /** Takes back the file that was picked, if it was taken: by the button behind the one that replaces it. */
  async unpick(pointer: string): Promise<void> {
    const buttons = this.#page.locator(`fieldset#${fieldId(pointer)} button`);
    if ((await buttons.count()) > 1) await buttons.nth(1).click();
  }

  /** Puts a switch into this position. */
  async flip(pointer: string, isOn: boolean): Promise<void> {
    await this.#page.locator(`#${fieldId(pointer)}`).setChecked(isOn);
  }

  /** The values that a list of choices offers. */
  async choices(pointer: string): Promise<string[]> {
    return this.#page
      .locator(`#${fieldId(pointer)} option`)
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  }

  /** Chooses, tells what the list holds then, and chooses what was there before if that can be chosen. */
  async choose(pointer: string, value: string): Promise<string> {
    const select = this.#page.locator(`#${fieldId(pointer)}`);
    const before = await select.inputValue();
    const chosen = await this.chooseAndLeave(pointer, value);
    if (before !== "") await select.selectOption({ value: before });
    return chosen;
  }

  /** Chooses, leaves the list, and tells what it holds then. */
  async chooseAndLeave(pointer: string, value: string): Promise<string> {
    const select = this.#page.locator(`#${fieldId(pointer)}`);
    await select.selectOption({ value });
    await select.blur();
    return select.inputValue();
  }

  /**
   * Waits for one of these texts at the input, for any, or for none at all; tells what is there in the end.
   */
  async problem(pointer: string, expected: readonly string[] | "any" | "none"): Promise<string> {
    const id = fieldId(pointer);
    const wanted = { id, expected: typeof expected === "string" ? expected : [...expected] };
    const waited = this.#page.waitForFunction(look, wanted, { timeout: PATIENCE, polling: "raf" });
    // What is there instead is what the caller wants to hear.
    await waited.catch(() => undefined);
    const found = await this.#page.evaluate(look, { id, expected: null });
    return found ? found.said : "";
  }
}

interface Wanted {
  readonly id: string;
  readonly expected: readonly string[] | "any" | "none" | null;
}

/** In the browser: what is said to be wrong at an input, once it is what is expected; null takes anything. */
function look({ id, expected }: Wanted): false | { readonly said: string } {
  const element = document.getElementById(`${id}-uri`) ?? document.getElementById(id);
  const names = element?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const notes = names.map((name) => document.getElementById(name));
  // Nothing of a group itself can be invalid: its note is marked instead.
  const isWrong =
    element?.tagName === "FIELDSET"
      ? notes.some((note) => note?.classList.contains("Mui-error"))
      : element?.getAttribute("aria-invalid") === "true";
  const said = isWrong ? notes.map((note) => note?.textContent ?? "").join(" ") : "";
  if (expected === null) return { said };
  if (expected === "none") return element !== null && !isWrong && { said };
  return isWrong && (expected === "any" || expected.some((text) => said.startsWith(text))) && { said };
}

/** The lists that a pointer leads through, outermost first, with the position in each: `/rules/0/name` is rules, 0. */
function listsOn(pointer: string): (readonly [list: string, position: number])[] {
  const parts = pointer.split("/");
  return parts.flatMap((part, index) =>
    /^\d+$/.test(part) ? [[parts.slice(0, index).join("/"), Number(part)] as const] : [],
  );
}
