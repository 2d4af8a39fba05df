import type { Locator } from "playwright";
import { expect } from "vitest";
import { settle } from "./browser.ts";
import { FieldsPage } from "./fieldsPage.ts";

/** What a user does in a list: search, filter, sort, read rows and act on them. */
export class ListPage extends FieldsPage {
  /** Uses the quick search of the open list. */
  async search(text: string): Promise<void> {
    const box = this.main.getByRole("searchbox");
    await box.fill(text);
    await box.press("Enter");
    // Clicks on rows that are about to be replaced would be lost.
    await expect.poll(() => decodeURIComponent(this.page.url())).toContain(text);
    await settle(this.page);
  }

  /** Adds a filter: a text, a record or an option. */
  async addFilter(name: string, value: string): Promise<void> {
    await this.press("Add filter");
    await this.page.getByRole("menuitem", { name, exact: true }).click();
    const editor = this.page.getByRole("dialog", { name, exact: true });
    const choice = editor.getByRole("radio", { name: value }).or(editor.getByRole("checkbox", { name: value }));
    const input = editor.getByRole("textbox").or(editor.getByRole("combobox"));
    await choice.or(input).first().waitFor();
    if (await choice.isVisible()) await choice.check();
    else await this.chooseIn(input, value);
    await editor.getByRole("button", { name: "Apply" }).click();
    await editor.waitFor({ state: "detached" });
  }

  /** Waits for a filter chip with this name and value. */
  async seeChip(text: string): Promise<void> {
    await this.main.getByRole("list", { name: "Filters in force" }).getByRole("button", { name: text }).waitFor();
  }

  /** Titles of the rows on the page, from the top. */
  async titles(): Promise<string[]> {
    return this.main.getByRole("rowheader").allInnerTexts();
  }

  /** Waits for exactly these rows in this order. */
  async seeTitles(titles: readonly string[]): Promise<void> {
    await expect.poll(() => this.titles(), { message: "rows" }).toEqual(titles);
  }

  column(name: string): Locator {
    return this.main.getByRole("columnheader", { name, exact: true });
  }

  /** The first row whose title is or contains this text. */
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
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await this.page.getByRole("menu").waitFor();
  }

  /** Opens the menu of a row and selects an entry. */
  async act(title: string, entry: string): Promise<void> {
    await this.openRowMenu(title);
    await this.page.getByRole("menuitem", { name: entry, exact: true }).click();
  }
}
