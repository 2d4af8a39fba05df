import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { ListPage } from "./listPage.ts";
import { closeNotices, takeNotice } from "./notices.ts";
import { noteSecrets } from "./runLogs.ts";
import { goTo } from "./tour.ts";

/** Keys and values of the browser's storages. */
type Stored = Record<"local" | "session", [key: string, value: string][]>;

/** An address without a page: nothing of the page before is left there. */
const NOWHERE = "/nowhere";

/** What a user does and sees in the panel. */
export class PanelPage extends ListPage {
  readonly #url: string;
  /** What the browser stored, and its window, when the page was opened. */
  #start: { readonly stored: Stored; readonly viewport: ReturnType<Page["viewportSize"]> } | undefined;

  /** `url`: the product's URL without a trailing slash. */
  constructor(page: Page, url: string) {
    super(page);
    this.#url = url;
  }

  /** The panel's own address, after the `#`. */
  get address(): string {
    return new URL(this.page.url()).hash.slice(1);
  }

  /** Loads the panel at an address, as from a bookmark. */
  async open(address: string): Promise<void> {
    // A changed hash alone does not reload the panel, so open a small page first. It has the same origin, or else the
    // browser would start a new process and recompile every script.
    if (this.page.url().startsWith(this.#url)) await this.page.goto(`${this.#url}/health`);
    await this.page.goto(`${this.#url}/#${address}`);
  }

  /** Goes to an address within the open panel and waits for its page, which takes a third of loading it anew. */
  async visit(address: string): Promise<void> {
    await goTo(this.page, address);
  }

  /** Loads it with a session handed over by URL, which takes half the time of the login form. */
  async openLoggedIn(address: string, username: string, password: string): Promise<void> {
    const answer = await this.page.request.post(`${this.#url}/login_jwt`, { data: { username, password } });
    expect(answer.status(), `login of ${username}`).toBe(200);
    const { jwt } = (await answer.json()) as { jwt: string };
    noteSecrets([password, jwt]);
    await this.page.goto(`${this.#url}/?v1_auth=${jwt}#${address}`);
    await this.main.waitFor();
  }

  /** Notes what is stored now, for `startOver`. */
  async noteStart(): Promise<void> {
    const stored = await this.page.evaluate(() => ({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
    }));
    this.#start = { stored, viewport: this.page.viewportSize() };
  }

  /**
   * Leaves the page and restores what was stored at the start. False where that is not enough: the page was closed, is
   * elsewhere, has a dialog open, another size, a draft of a form or another role's view, or its user has logged out.
   */
  async startOver(): Promise<boolean> {
    const { page } = this;
    if (!this.#start || page.isClosed() || page.context().pages().length > 1) return false;
    const { stored, viewport } = this.#start;
    if (JSON.stringify(page.viewportSize()) !== JSON.stringify(viewport) || !page.url().startsWith(`${this.#url}/#`))
      return false;
    const overlays = page.locator("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]");
    if ((await overlays.count()) > 0 || !(await this.menu.isVisible())) return false;
    await this.visit(NOWHERE);
    await closeNotices(page);
    return page.evaluate((before) => {
      const wanted = new Map(before.local);
      // Drafts and the role viewed as are kept in memory, too.
      const isSame = JSON.stringify(Object.entries(sessionStorage)) === JSON.stringify(before.session);
      if (!isSame || localStorage.getItem("aui_adminId") !== wanted.get("aui_adminId")) return false;
      window.notices?.splice(0);
      for (const key of new Set([...Object.keys(localStorage), ...wanted.keys()])) {
        const newValue = wanted.get(key) ?? null;
        if (newValue === localStorage.getItem(key)) continue;
        if (newValue === null) localStorage.removeItem(key);
        else localStorage.setItem(key, newValue);
        // What is mounted hears of it as of a change in another tab.
        window.dispatchEvent(new StorageEvent("storage", { key, newValue, storageArea: localStorage }));
      }
      return true;
    }, stored);
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  async logIn(login: string, password: string): Promise<void> {
    await this.sendLogin(login, password);
    await this.main.waitFor();
  }

  /** Submits the login form without waiting for the result. */
  async sendLogin(login: string, password: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "User name" }).fill(login);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Log in" }).click();
  }

  async logOut(): Promise<void> {
    await this.page.getByRole("banner").locator("[aria-haspopup=menu]").last().click();
    await this.page.getByRole("menuitem", { name: "Log out" }).click();
  }

  /** Opens a page from the main menu; its heading equals the entry unless given. */
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

  /** Submits a create form and waits for the confirmation. */
  async create(button: string): Promise<void> {
    await this.press(button);
    await this.seeNotice(" created");
  }

  async save(): Promise<void> {
    await this.press("Save");
    await this.seeNotice(" saved");
  }

  async saveAndClose(): Promise<void> {
    await this.press("Save and close");
    await this.seeNotice(" saved");
  }

  /** Waits for a notice and closes it, so that an equal one can be told apart. */
  async seeNotice(text: string): Promise<void> {
    await takeNotice(this.page, text);
  }

  get dialog(): Locator {
    return this.page.getByRole("alertdialog");
  }

  async confirm(button: string): Promise<void> {
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: "detached" });
  }

  /** Waits for a dialog with this text. */
  async seeQuestion(text: string): Promise<void> {
    await this.dialog.getByText(text).waitFor();
  }

  /** Waits for a fact on a details page: its label and value. */
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

  /** Filters the preferences on the page. */
  async searchPreferences(text: string): Promise<void> {
    await this.main.getByRole("searchbox", { name: "Search preferences" }).fill(text);
  }

  /** Makes a change to a preference and waits until it is stored, and the page knows, which asks before it is left until then. */
  async store(change: () => Promise<void>): Promise<void> {
    const stored = this.page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok());
    await change();
    await stored;
    await this.main.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  }

  /** A chip of a field with several values. */
  chip(text: string): Locator {
    return this.main.getByRole("button", { name: text });
  }

  async removeChip(text: string): Promise<void> {
    await this.chip(text).locator("svg").last().click();
  }

  /** Waits until the address is this. */
  async seeAddress(address: string | RegExp): Promise<void> {
    await expect
      .poll(() => this.address, { message: "address" })
      .toEqual(address instanceof RegExp ? expect.stringMatching(address) : address);
  }
}
