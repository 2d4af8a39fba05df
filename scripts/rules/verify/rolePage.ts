import type { Page, Request } from "playwright";
import { fieldId } from "../../../src/panel/views/form/fieldId.ts";
import { settle } from "../../../tests/support/browser.ts";

/**
 * open: it shows what its address says. forbidden: the error page for the role. gone: a record that the role cannot see
 * looks like one that does not exist.
 */
export type PageState = "open" | "forbidden" | "gone";

/** What a page shows to a role. */
export interface SeenPage {
  readonly address: string;
  readonly state: PageState;
  /** Addresses within the panel, without their query. */
  readonly links: readonly string[];
  readonly buttons: readonly string[];
  /** Labels of shown values. */
  readonly terms: readonly string[];
  /** Headings of a list's columns. */
  readonly columns: readonly string[];
  /** The rows of a list can be selected, for actions on several records. */
  readonly canSelect: boolean;
  /** Ids of all inputs, and of those that can be changed. */
  readonly inputs: readonly string[];
  readonly editable: readonly string[];
  /** A form that can be saved. */
  readonly canSave: boolean;
}

/** Milliseconds for a page to open; generous for busy machines. */
const TIMEOUT = 30_000;

/** The panel in the browser, as one role uses it. */
export class RolePage {
  readonly #page: Page;
  readonly #pending = new Set<Request>();

  constructor(page: Page) {
    this.#page = page;
    page.on("request", (request) => this.#pending.add(request));
    page.on("requestfinished", (request) => this.#pending.delete(request));
    page.on("requestfailed", (request) => this.#pending.delete(request));
  }

  /** Goes to an address within the open panel, and says what it shows. Rejects if no page opens. */
  async visit(address: string): Promise<SeenPage> {
    await this.#page.evaluate((to) => {
      // Already there: nothing new will show.
      if (window.location.hash === `#${to}`) return;
      for (const seen of document.querySelectorAll("main h1, main [role=alert]")) seen.setAttribute("data-seen", "");
      window.location.hash = to;
    }, address);
    const end = Date.now() + TIMEOUT;
    let state: PageState | false;
    do {
      await settle(this.#page);
      state = await this.#page.evaluate(stateOfPage);
      // What is absent once nothing more loads is absent for the role.
    } while ((state === false || this.#pending.size > 0) && Date.now() < end);
    if (state === false) throw new Error(`${address} did not show a page`);
    return { address, state, ...(await this.#page.evaluate(contentsOfPage)) };
  }

  /** Saves a picture of what an address shows. */
  async picture(address: string, path: string): Promise<void> {
    await this.visit(address);
    await this.#page.screenshot({ path });
  }
}

export function hasInput({ inputs }: SeenPage, field: string): boolean {
  return inputs.some((id) => isOf(id, field));
}

export function canChange({ editable }: SeenPage, field: string): boolean {
  return editable.some((id) => isOf(id, field));
}

/** Inputs of several parts have ids of their own behind the field's. */
function isOf(id: string, field: string): boolean {
  const own = fieldId(`/${field}`);
  return id === own || id.startsWith(`${own}-`);
}

/** Runs in the browser: how the new page has opened; false as long as it is loading. */
function stateOfPage(): PageState | false {
  if (window.location.hash.startsWith("#/error403")) return "forbidden";
  if (document.querySelector("main h1[data-loading]")) return false;
  const heading = document.querySelector("main h1:not([data-seen])");
  if (heading) return "open";
  return document.querySelector("main [role=alert]:not([data-seen])") ? "gone" : false;
}

/** Runs in the browser, where compiled names of inner functions are unknown. */
function contentsOfPage() {
  const links = [...document.querySelectorAll("main a[href^='#/']")];
  const buttons = [...document.querySelectorAll("main button")];
  const terms = [...document.querySelectorAll("main dt")];
  const columns = [...document.querySelectorAll("main thead th")];
  const inputs = [...document.querySelectorAll("main form :is(input, select, textarea, fieldset)[id^=field-]")];
  return {
    links: links.map((link) => link.getAttribute("href")?.slice(1).split("?")[0] ?? ""),
    buttons: buttons.map((button) => button.textContent?.trim() ?? ""),
    terms: terms.map((term) => term.textContent?.trim() ?? ""),
    columns: columns.map((column) => column.textContent?.trim() ?? ""),
    canSelect: document.querySelector("main thead input[type=checkbox]") !== null,
    inputs: inputs.map(({ id }) => id),
    editable: inputs
      .filter((input) => !input.hasAttribute("readonly") && !input.hasAttribute("disabled"))
      .map(({ id }) => id),
    canSave: document.querySelector("main form button[type=submit]") !== null,
  };
}
