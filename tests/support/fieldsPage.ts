import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { problemAt, shownValue } from "./fieldState.ts";

/** Disambiguates fields or rows with equal names. */
export interface FieldScope {
  /** Accessible name of the surrounding group, section or dialog. */
  readonly within?: string;
}

/** The open page and its fields, found by label. */
export class FieldsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get main(): Locator {
    return this.page.getByRole("main", { name: "Page" });
  }

  async press(button: string, { within }: FieldScope = {}): Promise<void> {
    await this.scope(within).getByRole("button", { name: button, exact: true }).click();
  }

  field(label: string, { within }: FieldScope = {}): Locator {
    const scope = this.scope(within);
    const named = { name: label, exact: true } as const;
    return scope
      .getByRole("textbox", named)
      .or(scope.getByRole("combobox", named))
      .or(scope.getByRole("spinbutton", named))
      .or(scope.getByRole("switch", named));
  }

  async fillField(label: string, value: string, place?: FieldScope): Promise<void> {
    await this.field(label, place).fill(value);
  }

  /** Passwords have no ARIA role. */
  async fillPassword(label: string, value: string): Promise<void> {
    await this.main.locator("input[autocomplete=new-password]").and(this.main.getByLabel(label)).fill(value);
  }

  /** Selects an option, or searches in a picker and takes the first match. */
  async choose(label: string, choice: string, place?: FieldScope): Promise<void> {
    const field = this.field(label, place);
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") {
      await field.selectOption({ label: choice });
      return;
    }
    await field.fill(choice);
    if ((await field.getAttribute("role")) !== "combobox") return;
    await this.page.getByRole("listbox").getByRole("option").filter({ hasText: choice }).first().click();
  }

  async flip(label: string, place?: FieldScope): Promise<void> {
    await this.field(label, place).click();
  }

  /** Waits until the field has this value; switches have "on" or "off". */
  async seeField(label: string, value: string | RegExp, place?: FieldScope): Promise<void> {
    const field = this.field(label, place);
    await field.waitFor();
    await expect
      .poll(() => shownValue(field), { message: `value of ${label}` })
      .toEqual(value instanceof RegExp ? expect.stringMatching(value) : value);
  }

  /** Waits until the field is marked as invalid with this message. */
  async seeProblem(label: string, problem: string | RegExp, place?: FieldScope): Promise<void> {
    const field = this.field(label, place);
    await expect
      .poll(() => problemAt(field), { message: `problem at ${label}` })
      .toEqual(problem instanceof RegExp ? expect.stringMatching(problem) : expect.stringContaining(problem));
  }

  protected scope(name: string | undefined): Locator {
    if (name === undefined) return this.main;
    return this.main
      .getByRole("group", { name, exact: true })
      .or(this.main.getByRole("region", { name, exact: true }))
      .or(this.page.getByRole("dialog", { name, exact: true }));
  }
}
