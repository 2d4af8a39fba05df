import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openPage, type PageOptions, sharedBrowser } from "./browser.ts";
import { PanelPage } from "./panelPage.ts";
import { noteSecrets } from "./runLogs.ts";
import { copySeeded, createEmpty, type SeededData } from "./seeded.ts";
import type { Server } from "./server.ts";

export interface Journey {
  /** A new browser context without a page. */
  newPanel(options?: PageOptions): Promise<PanelPage>;
  /** Opens the panel at this address in a new browser context, without a session. */
  openPanel(address: string, options?: PageOptions): Promise<PanelPage>;
  /** Opens a new browser context with this user logged in, at the dashboard or another address. */
  openAs(login: string, options?: PageOptions & { readonly address?: string }): Promise<PanelPage>;
  /**
   * Goes on in a page that a test before had by this, as this user and at this address, which costs a third of a new
   * one; or opens one, as it does for a second within a test. Not for tests of a first load, of storage or of sessions,
   * nor for those that put routes, scripts or devices of their own on the page, other than by `prepare` on a new one.
   */
  goOnAs(login: string, address?: string, options?: PageOptions & { readonly prepare?: Prepare }): Promise<PanelPage>;
  passwordOf(login: string): string;
  /** The server's data folder. */
  readonly folder: string;
  /** Restarts the server on the same data; open pages must be reloaded. */
  restart(): Promise<void>;
}

type Prepare = (page: Page) => Promise<void>;

/** A page that other tests may go on in. */
interface Kept {
  readonly panel: PanelPage;
  /** User and options. */
  readonly make: string;
  /** Whether the test that runs has it. */
  isTaken: boolean;
}

export interface JourneyOptions {
  /** Environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares the data before the server starts. */
  readonly prepare?: (data: SeededData) => Promise<void>;
  /** Starts on an empty database, without demo data: the only login is that of the first superuser. */
  readonly isEmpty?: boolean;
}

/** Starts the built product with data of its own in PostgreSQL, by default the demonstration, for one test file. */
export function startJourney({ env, prepare, isEmpty = false }: JourneyOptions = {}): Journey {
  let data: SeededData;
  let server: Server;
  let browser: Browser;
  const problems: string[] = [];
  const kept = new Set<Kept>();

  beforeAll(async () => {
    data = await (isEmpty ? createEmpty : copySeeded)("journey");
    await prepare?.(data);
    [server, browser] = await Promise.all([data.start(env), sharedBrowser()]);
  });
  afterEach(async ({ task }) => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    if (task.result?.state === "fail") {
      await Promise.all(pages.map((page, at) => keepScreenshot(page, task.name, at)));
      kept.clear();
    }
    for (const context of browser.contexts()) noteSecrets((await context.cookies()).map(({ value }) => value));
    for (const one of kept) one.isTaken = false;
    const keptContexts = contextsOf(kept);
    const others = browser.contexts().filter((context) => !keptContexts.includes(context));
    await Promise.all(others.map((context) => context.close()));
    expect(problems.splice(0), "script errors and content security violations").toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(contextsOf(kept).map((context) => context.close()));
    await server?.kill();
    await data?.remove();
  });

  const passwordOf = (login: string): string => {
    const password = server.passwords.get(login);
    if (!password) throw new Error(`the server has no login ${login}`);
    return password;
  };
  const newPanel = async (options?: PageOptions): Promise<PanelPage> => {
    const { page } = await openPage(browser, problems, options);
    return new PanelPage(page, server.url);
  };
  const logIn = (panel: PanelPage, login: string, address: string) =>
    panel.openLoggedIn(address, login, passwordOf(login));
  const openAs: Journey["openAs"] = async (login, { address = "/dashboard", ...options } = {}) => {
    const panel = await newPanel(options);
    await logIn(panel, login, address);
    return panel;
  };
  return {
    newPanel,
    openPanel: async (address, options) => {
      const panel = await newPanel(options);
      await panel.open(address);
      return panel;
    },
    passwordOf,
    get folder() {
      return data.folder;
    },
    openAs,
    goOnAs: async (login, address = "/dashboard", { prepare: prepareFor, ...options } = {}) => {
      const make = JSON.stringify([login, options]);
      const known = [...kept].find((one) => one.make === make && !one.isTaken);
      if (known) {
        known.isTaken = true;
        if (await known.panel.startOver()) {
          await known.panel.visit(address);
          return known.panel;
        }
        kept.delete(known);
        await known.panel.page.context().close();
      }
      const panel = await newPanel(options);
      await prepareFor?.(panel.page);
      await logIn(panel, login, address);
      await panel.noteStart();
      kept.add({ panel, make, isTaken: true });
      return panel;
    },
    restart: async () => {
      await server.stop();
      server = await data.start(env);
    },
  };
}

function contextsOf(kept: ReadonlySet<Kept>): BrowserContext[] {
  return [...kept].map(({ panel }) => panel.page.context());
}

/** Keeps a screenshot of a failed journey for debugging. */
async function keepScreenshot(page: Page, name: string, at: number): Promise<void> {
  const path = `test-results/journeys/${name.replaceAll(/[^\w]+/g, "-")}-${at}.png`;
  await page.screenshot({ path, timeout: 5_000 });
}
