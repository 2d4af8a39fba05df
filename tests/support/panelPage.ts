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
    await this.sendLogin(login, password);
    await this.main.waitFor();
  }

  /** Sends the login form, whatever becomes of it. */
  async sendLogin(login: string, password: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "User name" }).fill(login);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Log in" }).click();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
    await this.page.getByRole("menuitem", { name: "Log out" }).click();
  }

  /** Goes to a page by the main menu; its heading is the entry's own word unless another is given. */
  async openMenu(entry: string, heading = entry): Promise<void> {
    await this.menu.getByRole("link", { name: entry, exact: true }).click();
    await this.seeHeading(heading);
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
    await this.#chooseIn(this.field(label, place), choice);
  }

  async #chooseIn(field: Locator, choice: string): Promise<void> {
    if ((await field.evaluate(({ tagName }) => tagName)) === "SELECT") {
      await field.selectOption({ label: choice });
      return;
    }
    await field.fill(choice);
    if ((await field.getAttribute("role")) !== "combobox") return;
    await this.page.getByRole("listbox").getByRole("option").filter({ hasText: choice }).first().click();
  }

  async flip(label: string, place?: Place): Promise<void> {
    await this.field(label, place).click();
  }

  /** Creates what the form describes and waits for the word that it is stored. */
  async create(button: string): Promise<void> {
    await this.press(button);
    await this.seeNotice("is created");
  }

  async save(): Promise<void> {
    await this.press("Save");
    await this.seeNotice("is saved");
  }

  async saveAndClose(): Promise<void> {
    await this.press("Save and close");
    await this.seeNotice("is saved");
  }

  /** Waits for a message and puts it away, so that the next one of the same words is another. */
  async seeNotice(text: string): Promise<void> {
    const notice = this.page.getByRole("status").or(this.page.getByRole("alert")).filter({ hasText: text });
    await notice.getByRole("button", { name: "Close" }).click();
    await notice.waitFor({ state: "detached" });
  }

  /** Narrows the list that is open by its quick search. */
  async search(text: string): Promise<void> {
    const box = this.main.getByRole("searchbox");
    await box.fill(text);
    await box.press("Enter");
  }

  /** Adds a filter to the list: a text, a record, or one of a few choices. */
  async addFilter(name: string, value: string): Promise<void> {
    await this.press("Add filter");
    await this.page.getByRole("menuitem", { name, exact: true }).click();
    const editor = this.page.getByRole("dialog", { name, exact: true });
    const choice = editor.getByRole("radio", { name: value }).or(editor.getByRole("checkbox", { name: value }));
    const input = editor.getByRole("textbox").or(editor.getByRole("combobox"));
    await choice.or(input).first().waitFor();
    if (await choice.isVisible()) await choice.check();
    else await this.#chooseIn(input, value);
    await editor.getByRole("button", { name: "Apply" }).click();
    await editor.waitFor({ state: "detached" });
  }

  /** Waits for a filter in force: its name and value as the chip says them. */
  async seeChip(text: string): Promise<void> {
    await this.main.getByRole("list", { name: "Filters in force" }).getByRole("button", { name: text }).waitFor();
  }

  /** Titles of the rows on the page, from the top. */
  async titles(): Promise<string[]> {
    return this.main.getByRole("rowheader").allInnerTexts();
  }

  /** Waits until exactly these rows are there, in this order. */
  async seeTitles(titles: readonly string[]): Promise<void> {
    await expect.poll(() => this.titles(), { timeout: patience, message: "rows" }).toEqual(titles);
  }

  column(name: string): Locator {
    return this.main.getByRole("columnheader", { name, exact: true });
  }

  /** Waits until the list says that it is in this order. */
  async seeOrder(column: string, order: "ascending" | "descending"): Promise<void> {
    await expect
      .poll(() => this.column(column).getAttribute("aria-sort"), { timeout: patience, message: `order of ${column}` })
      .toBe(order);
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

  async openRowMenu(title: string): Promise<void> {
    await this.row(title)
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await this.page.getByRole("menu").waitFor();
  }

  /** Opens the menu of a row and takes one of its entries. */
  async act(title: string, entry: string): Promise<void> {
    await this.openRowMenu(title);
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
  }

  get dialog(): Locator {
    return this.page.getByRole("alertdialog");
  }

  async confirm(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: "detached" });
  }

  /** Waits for a question that holds this text. */
  async seeQuestion(text: string): Promise<void> {
    await this.dialog.getByText(text).waitFor();
  }

  /** Waits for a fact on a record's page: its label and, beside it, its value. */
  async seeFact(label: string, value: string): Promise<void> {
    const term = this.page.getByRole("term").filter({ hasText: label });
    await this.main
      .locator("dt")
      .and(term)
      .locator("xpath=following-sibling::dd[1]")
      .getByText(value)
      .first()
      .waitFor();
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

  async seeNoProblem(label: string, place?: Place): Promise<void> {
    const field = this.field(label, place);
    await expect
      .poll(() => field.getAttribute("aria-invalid"), { timeout: patience, message: `problem at ${label}` })
      .not.toBe("true");
  }

  /** Narrows the preferences that are open to those that know this word. */
  async searchPreferences(text: string): Promise<void> {
    await this.main.getByRole("searchbox", { name: "Search preferences" }).fill(text);
  }

  /** Does what changes one preference and waits until the platform has stored it. */
  async store(change: () => Promise<void>): Promise<void> {
    const stored = this.page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok());
    await change();
    await stored;
  }

  /** One of several values of a field. */
  chip(text: string): Locator {
    return this.main.getByRole("button", { name: text });
  }

  async removeChip(text: string): Promise<void> {
    await this.chip(text).locator("svg").last().click();
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
