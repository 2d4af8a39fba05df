import type { Page } from "playwright";
import { fieldId } from "../../../src/panel/views/form/fieldId.ts";
import type { PickedFile } from "./acts.ts";
import { type InputState, type InputTask, perform, setRows } from "./formActions.ts";

/** Milliseconds for a message to appear or disappear; generous for busy machines. */
const PATIENCE = 4000;

/** An input as it is now. */
export interface Control {
  /** Tag name: `input`, `select`, `fieldset`. */
  readonly tag: string;
  readonly isReadOnly: boolean;
  /** A text that finds options. */
  readonly isPicker: boolean;
}

/** A form in the browser; inputs are located by the pointer of their value. */
export class FormPage {
  readonly #page: Page;
  #opened = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens an empty form at this URL of the panel, without reloading the panel. */
  async open(url: string): Promise<void> {
    // A form with other parameters would stay, with what was entered.
    await this.#page.goto(new URL("#/nowhere", url).href);
    // Changed forms ask first.
    await this.#page.waitForFunction(
      () => document.querySelector("[role=alertdialog]") ?? !document.querySelector("form"),
    );
    const question = this.#page.getByRole("alertdialog");
    if ((await question.count()) > 0) await question.getByRole("button").last().click();
    await this.#page.locator("form").waitFor({ state: "detached" });
    // Drafts of what earlier cases entered are kept by address.
    await this.#page.goto(`${url}${url.includes("?") ? "&" : "?"}opened=${++this.#opened}`);
    await this.#page.locator("form button:visible").first().waitFor();
    await this.#page.waitForFunction(() => !document.querySelector("main [aria-busy=true], .MuiSkeleton-root"));
  }

  /** Loads the panel anew: pickers remember for a while what they offered. */
  async reload(): Promise<void> {
    await this.#page.reload();
  }

  /** Submits the form, which must lack a required value: all errors are then shown. */
  async submit(): Promise<void> {
    await this.#page.locator("form").evaluate((form) => (form as HTMLFormElement).requestSubmit());
    const errors = this.#page.locator("[role=alert] ul").first();
    await errors.waitFor({ timeout: PATIENCE }).catch(() => undefined);
  }

  /** The input at the pointer, if the form has one. Adds list entries as needed. */
  async controlAt(pointer: string): Promise<Control | undefined> {
    for (const [list, position] of listsIn(pointer)) {
      const row = fieldId(`${list}/${position}`);
      const hasRow = await this.#page.locator(`[id="${row}"], [id^="${row}-"]`).count();
      if (hasRow === 0 && (await this.rows(list, position + 1)) <= position) return undefined;
    }
    const control = await this.#control(pointer);
    if (control) return control;
    // A one-time event hides most of its inputs.
    const frequency = this.#page.locator(`select#${fieldId(pointer.replace(/[^/]+$/, "freq"))}`);
    if ((await frequency.count()) > 0) await frequency.selectOption("monthly");
    return this.#control(pointer);
  }

  /** Opens the section that hides the input. */
  async #control(pointer: string): Promise<Control | undefined> {
    return this.#page.evaluate((id) => {
      const element = document.getElementById(id);
      element?.closest("details")?.setAttribute("open", "");
      return element
        ? {
            tag: element.tagName.toLowerCase(),
            isReadOnly: element.hasAttribute("readonly") || element.hasAttribute("disabled"),
            isPicker: element.getAttribute("role") === "combobox",
          }
        : undefined;
    }, fieldId(pointer));
  }

  /** Does something to an input, leaves it, and reads its message. */
  async perform(pointer: string, act: InputTask["act"], expected?: readonly string[]): Promise<InputState> {
    return this.#page.evaluate(perform, { id: fieldId(pointer), act, expected, patience: PATIENCE });
  }

  /** Adds or removes rows until there are so many, as far as the list allows. */
  async rows(pointer: string, count: number): Promise<number> {
    return this.#page.evaluate(setRows, { id: fieldId(pointer), count });
  }

  /** Selects a file for upload, in place of one that the form has accepted. */
  async pick(pointer: string, { name, mimeType, base64 }: PickedFile): Promise<void> {
    const input = this.#page.locator(`fieldset#${fieldId(pointer)} input[type=file]`);
    await input.setInputFiles({ name, mimeType, buffer: Buffer.from(base64, "base64") });
  }

  /** Saves a picture of the page around the input. */
  async picture(pointer: string, path: string): Promise<void> {
    const input = this.#page.locator(`[id="${fieldId(pointer)}"]`);
    if ((await input.count()) > 0) await input.first().scrollIntoViewIfNeeded();
    await this.#page.screenshot({ path });
  }
}

/** The lists on the way to a pointer, outermost first, with the index in each: `/rules/0/name` has `/rules`, 0. */
function listsIn(pointer: string): (readonly [list: string, position: number])[] {
  const parts = pointer.split("/");
  return parts.flatMap((part, index) =>
    /^\d+$/.test(part) ? [[parts.slice(0, index).join("/"), Number(part)] as const] : [],
  );
}
