import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { patience } from "./fieldsPage.ts";
import { ListPage } from "./listPage.ts";

/** What a person does in the panel and sees there, in the person's own words. */
export class PanelPage extends ListPage {
  readonly #url: string;

  /** `url`: where the product answers, without a slash at its end. */
  constructor(page: Page, url: string) {
    super(page);
    this.#url = url;
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

  /** The same for somebody whom another page has logged in and hands over, which takes half the time of the form. */
  async openLoggedIn(address: string, username: string, password: string): Promise<void> {
    const answer = await this.page.request.post(`${this.#url}/login_jwt`, { data: { username, password } });
    expect(answer.status(), `login of ${username}`).toBe(200);
    const { jwt } = (await answer.json()) as { jwt: string };
    await this.page.goto(`${this.#url}/?v1_auth=${jwt}#${address}`);
    await this.main.waitFor();
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
}
