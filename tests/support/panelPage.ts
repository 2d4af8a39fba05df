import type { Locator, Page } from "playwright";
import { expect } from "vitest";

/** Longest time that something may take to appear, in milliseconds: the machine may have other work to do. */
const patience = 15_000;

/** Which of several equally named fields or rows is meant. */
export interface Place {
  /** Accessible name of the group, section or dialog around it. */
  readonly within?: string;
}

/** What a person does in the panel and sees there, in the person's own words. */
export class PanelPage {
  readonly page: Page;
  readonly #url: string;

  /** `url`: where the product answers, without a slash at its end. */
  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
  }

  get main(): Locator {
    return this.page.getByRole("main", { name: "Page" });
  }

  /** The panel's own address: what stands behind the `#`. */
  get address(): string {
    return new URL(this.page.url()).hash.slice(1);
  }

  /** Loads the panel at one of its addresses, as from a bookmark. */
  async open(address: string): Promise<void> {
    // Only a new document counts as opening: a changed hash alone would leave the panel as it is.
    await this.page.goto("about:blank");
    await this.page.goto(`${this.#url}/#${address}`);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  async logIn(login: string, password: string): Promise<void> {
    await this.fillLogin(login, password);
    await this.main.waitFor();
  }

  /** Sends the login form, whatever becomes of it. */
  async fillLogin(login: string, password: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "User name" }).fill(login);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Log in" }).click();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
    await this.page.getByRole("menuitem", { name: "Log out" }).click();
  }

  /** Goes to a page by the main menu. */
  async openMenu(entry: string): Promise<void> {
    await this.menu.getByRole("link", { name: entry, exact: true }).click();
    await this.seeHeading(entry);
  }

  get menu(): Locator {
    return this.page.getByRole("navigation", { name: "Main menu" });
  }

  async follow(link: string): Promise<void> {
    await this.main.getByRole("link", { name: link, exact: true }).first().click();
  }

  async press(button: string, { within }: Place = {}): Promise<void> {
    await this.#scope(within).getByRole("button", { name: button, exact: true }).click();
  }

  field(label: string, { within }: Place = {}): Locator {
    const scope = this.#scope(within);
    const named = { name: label, exact: true } as const;
    return scope
      .getByRole("textbox", named)
      .or(scope.getByRole("combobox", named))
      .or(scope.getByRole("spinbutton", named))
      .or(scope.getByRole("switch", named));
  }

  async fillField(label: string, value: string, place?: Place): Promise<void> {
    await this.field(label, place).fill(value);
  }

  /** Passwords have no role by which one could find them. */
  async fillPassword(label: string, value: string): Promise<void> {
    await this.main.locator("input[autocomplete=new-password]").and(this.main.getByLabel(label)).fill(value);
  }

  /** Chooses from a select, or searches in a picker and takes the first record found. */
  async choose(label: string, choice: string, place?: Place): Promise<void> {
    const field = this.field(label, place);
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") {
      await field.selectOption({ label: choice });
      return;
    }
    await field.fill(choice);
    await this.page.getByRole("option").filter({ hasText: choice }).first().click();
  }

  async flip(label: string, place?: Place): Promise<void> {
    await this.field(label, place).click();
  }

  /** Sends a form and waits for the word that it is stored. */
  async submit(button: string, done: string): Promise<void> {
    await this.press(button);
    await this.see(done);
  }

  async save(): Promise<void> {
    await this.press("Save");
    await this.page.getByRole("status").filter({ hasText: "is saved" }).waitFor();
  }

  async saveAndClose(): Promise<void> {
    await this.press("Save and close");
    await this.page.getByRole("status").filter({ hasText: "is saved" }).waitFor();
  }

  /** Narrows the list that is open by its quick search. */
  async search(text: string): Promise<void> {
    const box = this.main.getByRole("searchbox");
    await box.fill(text);
    await box.press("Enter");
  }

  /** The row whose title is this, or begins with this. */
  row(title: string): Locator {
    const head = this.page.getByRole("rowheader", { name: title });
    return this.main.getByRole("row").filter({ has: head });
  }

  async seeRow(title: string, ...texts: readonly string[]): Promise<void> {
    await this.row(title).first().waitFor();
    for (const text of texts) await this.row(title).first().getByText(text).first().waitFor();
  }

  async seeNoRow(title: string): Promise<void> {
    await this.row(title).waitFor({ state: "detached" });
  }

  /** Opens the menu of a row and takes one of its entries. */
  async act(title: string, entry: string): Promise<void> {
    await this.row(title)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
  }

  get dialog(): Locator {
    return this.page.getByRole("alertdialog");
  }

  async confirm(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: "detached" });
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  async seeHeading(text: string | RegExp): Promise<void> {
    await this.page.getByRole("heading", { name: text, level: 1 }).waitFor();
  }

  /** Waits until a field shows this; a switch shows "on" or "off". */
  async seeField(label: string, value: string | RegExp, place?: Place): Promise<void> {
    const field = this.field(label, place);
    await field.waitFor();
    await expect
      .poll(() => shownValue(field), { timeout: patience, message: `value of ${label}` })
      .toEqual(value instanceof RegExp ? expect.stringMatching(value) : value);
  }

  /** Waits until this is said at a field, and nowhere else in words alone: the field has to be marked as wrong. */
  async seeProblem(label: string, problem: string | RegExp, place?: Place): Promise<void> {
    const field = this.field(label, place);
    await expect
      .poll(() => problemAt(field), { timeout: patience, message: `problem at ${label}` })
      .toEqual(problem instanceof RegExp ? expect.stringMatching(problem) : expect.stringContaining(problem));
  }

  /** Waits until the address is this. */
  async seeAddress(address: string | RegExp): Promise<void> {
    await expect
      .poll(() => this.address, { timeout: patience, message: "address" })
      .toEqual(address instanceof RegExp ? expect.stringMatching(address) : address);
  }

  #scope(name: string | undefined): Locator {
    if (name === undefined) return this.main;
    return this.main
      .getByRole("group", { name, exact: true })
      .or(this.main.getByRole("region", { name, exact: true }))
      .or(this.page.getByRole("dialog", { name, exact: true }));
  }
}

function shownValue(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.label ?? "";
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return element.textContent;
    if (element.type === "checkbox") return (element as HTMLInputElement).checked ? "on" : "off";
    return element.value;
  });
}

/** What a screen reader says about a field that is marked as wrong; empty while it is not. */
function problemAt(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const group = element.closest("fieldset");
    if (element.getAttribute("aria-invalid") !== "true" && !group) return "";
    const ids = [element, group].flatMap((each) => each?.getAttribute("aria-describedby")?.split(" ") ?? []);
    return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  });
}
