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

  /** Titles of the rows on the page, from the top. */
  async titles(): Promise<string[]> {
    return this.main.getByRole("rowheader").allInnerTexts();
  }

  /** Waits for exactly these rows in this order. */
  async seeTitles(titles: readonly string[]): Promise<void> {
    await expect.poll(() => this.titles(), { message: "rows" }).toEqual(titles);
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
