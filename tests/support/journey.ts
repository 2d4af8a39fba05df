import { rm } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser, openPage, type PageOptions } from "./browser.ts";
import { PanelPage } from "./panelPage.ts";
import { copySeededFolder } from "./seededFolder.ts";
import { type Server, startServer } from "./server.ts";

export interface Journey {
  /** A browser of its own at an address of the panel, as somebody new to it: the login comes first. */
  openPanel(address: string, options?: PageOptions): Promise<PanelPage>;
  /** A browser in which this person is logged in, at the dashboard or another address. */
  openAs(login: string, options?: PageOptions & { readonly address?: string }): Promise<PanelPage>;
  passwordOf(login: string): string;
  /** Where the server keeps its data. */
  readonly folder: string;
  /** Stops the server and starts it again on what it stored; pages that are open have to be opened anew. */
  restart(): Promise<void>;
}

export interface JourneyOptions {
  /** Settings of the server, as environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Works on the folder before the server does. */
  readonly prepare?: (folder: string) => Promise<void>;
}

/** The built product with the demonstration's data in a folder of its own, for one file of tests. */
export function startJourney({ env, prepare }: JourneyOptions = {}): Journey {
  let folder: string;
  let server: Server;
  let browser: Browser;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await copySeededFolder("journey");
    await prepare?.(folder);
    [server, browser] = await Promise.all([startServer({ dataDir: folder, env }), openBrowser()]);
  });
  afterEach(async ({ task }) => {
    const pages = browser.contexts().flatMap((context) => context.pages());
    if (task.result?.state === "fail") await Promise.all(pages.map((page, at) => keepPicture(page, task.name, at)));
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(problems.splice(0), "script errors and refusals of the content policy").toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const passwordOf = (login: string): string => {
    const password = server.passwords.get(login);
    if (!password) throw new Error(`the server offers no login ${login}`);
    return password;
  };
  const newPanel = async (options?: PageOptions): Promise<PanelPage> => {
    const { page } = await openPage(browser, problems, options);
    return new PanelPage(page, server.url);
  };
  return {
    openPanel: async (address, options) => {
      const panel = await newPanel(options);
      await panel.open(address);
      return panel;
    },
    passwordOf,
    get folder() {
      return folder;
    },
    openAs: async (login, { address = "/dashboard", ...options } = {}) => {
      const panel = await newPanel(options);
      await panel.openLoggedIn(address, login, passwordOf(login));
      return panel;
    },
    restart: async () => {
      await server.stop();
      server = await startServer({ dataDir: folder, env });
    },
  };
}

/** What a failed journey looked like at its end is most of what one needs to know. */
async function keepPicture(page: Page, name: string, at: number): Promise<void> {
  const path = `test-results/journeys/${name.replaceAll(/[^\w]+/g, "-")}-${at}.png`;
  await page.screenshot({ path, timeout: 5_000 });
}
