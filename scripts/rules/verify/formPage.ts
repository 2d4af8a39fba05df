import type { Page } from "playwright";
import { fieldId } from "../../../src/panel/views/form/fieldId.ts";

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
    await this.#page.locator("form button[type=submit], form button").first().waitFor();
    await this.#page.waitForFunction(() => !document.querySelector("main [aria-busy=true], .MuiSkeleton-root"));
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

  /** What the input at the pointer is; absent when the form shows none. Lists get a first entry. */
  async tagAt(pointer: string): Promise<string | undefined> {
    const list = /^(.*)\/0(?:\/|$)/.exec(pointer)?.[1];
    if (list !== undefined && (await this.#tag(pointer)) === undefined) {
      const add = this.#page.locator(`fieldset#${fieldId(list)} > button`).last();
      if ((await add.count()) > 0) await add.click();
    }
    return this.#tag(pointer);
  }

  async #tag(pointer: string): Promise<string | undefined> {
    return this.#page.evaluate((id) => {
      const element = document.getElementById(id);
      const isFree = element && !element.hasAttribute("readonly") && !element.hasAttribute("disabled");
      return isFree ? element.tagName.toLowerCase() : undefined;
    }, fieldId(pointer));
  }

  /** Types over what is there and leaves the field. */
  async type(pointer: string, text: string): Promise<void> {
    const input = this.#page.locator(`#${fieldId(pointer)}`);
    await input.fill(text);
    await input.blur();
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
    await select.selectOption({ value });
    const chosen = await select.inputValue();
    if (before !== "") await select.selectOption({ value: before });
    return chosen;
  }

  /**
   * Waits for one of these texts at the input, for any, or for none at all; tells what is there in the end.
   */
  async problem(pointer: string, expected: readonly string[] | "any" | "none"): Promise<string> {
    const wanted = { id: fieldId(pointer), expected: typeof expected === "string" ? expected : [...expected] };
    await this.#page
      .waitForFunction(
        ({ id, expected: texts }) => {
          const element = document.getElementById(id);
          const isWrong = element?.getAttribute("aria-invalid") === "true";
          if (texts === "none") return element && !isWrong;
          if (texts === "any") return isWrong;
          const ids = element?.getAttribute("aria-describedby")?.split(" ") ?? [];
          const said = ids.map((one) => document.getElementById(one)?.textContent ?? "").join(" ");
          return isWrong && texts.some((text) => said.startsWith(text));
        },
        wanted,
        { timeout: PATIENCE, polling: "raf" },
      )
      // What is there instead is what the caller wants to hear.
      .catch(() => undefined);
    return this.#page.evaluate((id) => {
      const element = document.getElementById(id);
      if (element?.getAttribute("aria-invalid") !== "true") return "";
      const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((one) => document.getElementById(one)?.textContent ?? "").join(" ");
    }, wanted.id);
  }
}
