import type { Page } from "playwright";
import { fieldId } from "../../../src/panel/views/form/fieldId.ts";
import type { PickedFile } from "./typing.ts";

/** Milliseconds for a message to appear or disappear; generous for busy machines. */
const MESSAGE_TIMEOUT = 4000;

/** A form in the browser; inputs are located by the pointer of their value. */
export class FormPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens an empty form at this address. */
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

  /** Submits the form, which must lack a required value: all errors are then shown. */
  async submit(): Promise<void> {
    await this.#page.locator("form").evaluate((form) => (form as HTMLFormElement).requestSubmit());
    await this.#page
      .locator("[role=alert] ul")
      .first()
      .waitFor({ timeout: MESSAGE_TIMEOUT })
      .catch(() => undefined);
  }

  /** Tag name of the input at the pointer, if the form has one. Adds list entries as needed. */
  async tagAt(pointer: string): Promise<string | undefined> {
    for (const [list, position] of listsIn(pointer)) {
      const add = this.#page.locator(`fieldset#${fieldId(list)} > button`).last();
      for (let tries = 0; tries <= position && !(await this.#hasRow(list, position)); tries++) {
        if ((await add.count()) === 0) return undefined;
        await add.click();
        await this.#settle();
      }
    }
    return (await this.#tag(pointer)) ?? (await this.#makeRecurring(pointer)) ?? this.#tag(pointer);
  }

  /** Waits for pending requests. */
  async #settle(): Promise<void> {
    await this.#page.waitForFunction(() => !document.querySelector("main [aria-busy=true], .MuiSkeleton-root"));
  }

  async #hasRow(list: string, position: number): Promise<boolean> {
    const row = fieldId(`${list}/${position}`);
    return (await this.#page.locator(`[id="${row}"], [id^="${row}-"]`).count()) > 0;
  }

  /** A one-time event hides most of its inputs; makes it recur. */
  async #makeRecurring(pointer: string): Promise<undefined> {
    const frequency = this.#page.locator(`select#${fieldId(pointer.replace(/[^/]+$/, "freq"))}`);
    if ((await frequency.count()) > 0) await frequency.selectOption("monthly");
  }

  /** Tag name of the input if it can be edited; opens the section that hides it. */
  async #tag(pointer: string): Promise<string | undefined> {
    return this.#page.evaluate((id) => {
      const element = document.getElementById(id);
      element?.closest("details")?.setAttribute("open", "");
      const isFree = element && !element.hasAttribute("readonly") && !element.hasAttribute("disabled");
      return isFree ? element.tagName.toLowerCase() : undefined;
    }, fieldId(pointer));
  }

  /** Replaces the text and leaves the field. If the input offers services, selects the URI option first. */
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

  /** Selects a file for upload. */
  async pick(pointer: string, { name, mimeType, base64 }: PickedFile): Promise<void> {
    const input = this.#page.locator(`fieldset#${fieldId(pointer)} input[type=file]`);
    await input.setInputFiles({ name, mimeType, buffer: Buffer.from(base64, "base64") });
  }

  /** Removes the selected file, if the form accepted it: the second button, next to "replace". */
  async unpick(pointer: string): Promise<void> {
    const buttons = this.#page.locator(`fieldset#${fieldId(pointer)} button`);
    if ((await buttons.count()) > 1) await buttons.nth(1).click();
  }

  /** Saves a picture of the page around the input. */
  async picture(pointer: string, path: string): Promise<void> {
    await this.#page.evaluate(
      (id) => document.getElementById(id)?.scrollIntoView({ block: "center" }),
      fieldId(pointer),
    );
    await this.#page.screenshot({ path });
  }

  /** Sets the switch. */
  async flip(pointer: string, isOn: boolean): Promise<void> {
    await this.#page.locator(`#${fieldId(pointer)}`).setChecked(isOn);
  }

  /** Option values of a select. */
  async choices(pointer: string): Promise<string[]> {
    return this.#page
      .locator(`#${fieldId(pointer)} option`)
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  }

  /** Selects an option, returns the resulting value and restores the previous one if possible. */
  async choose(pointer: string, value: string): Promise<string> {
    const select = this.#page.locator(`#${fieldId(pointer)}`);
    const before = await select.inputValue();
    const chosen = await this.chooseAndLeave(pointer, value);
    if (before !== "") await select.selectOption({ value: before });
    return chosen;
  }

  /** Selects an option, leaves the field and returns the resulting value. */
  async chooseAndLeave(pointer: string, value: string): Promise<string> {
    const select = this.#page.locator(`#${fieldId(pointer)}`);
    await select.selectOption({ value });
    await select.blur();
    return select.inputValue();
  }

  /** Waits until the input shows one of these messages, any, or none. Returns the message shown in the end. */
  async problem(pointer: string, expected: readonly string[] | "any" | "none"): Promise<string> {
    const id = fieldId(pointer);
    const wanted = { id, expected: typeof expected === "string" ? expected : [...expected] };
    const waited = this.#page.waitForFunction(readMessage, wanted, { timeout: MESSAGE_TIMEOUT, polling: "raf" });
    // On timeout, the caller compares the message that is shown instead.
    await waited.catch(() => undefined);
    const found = await this.#page.evaluate(readMessage, { id, expected: null });
    return found ? found.message : "";
  }
}

interface Wanted {
  readonly id: string;
  readonly expected: readonly string[] | "any" | "none" | null;
}

/** Runs in the browser: the input's error message once it matches; `null` matches anything. */
function readMessage({ id, expected }: Wanted): false | { readonly message: string } {
  const element = document.getElementById(`${id}-uri`) ?? document.getElementById(id);
  const names = element?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const notes = names.map((name) => document.getElementById(name));
  // Groups cannot be marked invalid; their error text is.
  const isWrong =
    element?.tagName === "FIELDSET"
      ? notes.some((note) => note?.classList.contains("Mui-error"))
      : element?.getAttribute("aria-invalid") === "true";
  const message = isWrong ? notes.map((note) => note?.textContent ?? "").join(" ") : "";
  if (expected === null) return { message };
  if (expected === "none") return element !== null && !isWrong && { message };
  return isWrong && (expected === "any" || expected.some((text) => message.startsWith(text))) && { message };
}

/** The lists on the way to a pointer, outermost first, with the index in each: `/rules/0/name` has `/rules`, 0. */
function listsIn(pointer: string): (readonly [list: string, position: number])[] {
  const parts = pointer.split("/");
  return parts.flatMap((part, index) =>
    /^\d+$/.test(part) ? [[parts.slice(0, index).join("/"), Number(part)] as const] : [],
  );
}
