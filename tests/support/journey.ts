import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openBrowser, openPage, type PageOptions } from "./browser.ts";
import { PanelPage } from "./panelPage.ts";
import { type Server, startServer } from "./server.ts";

export interface Journey {
  /** A browser of its own, as somebody new to it, on the login page. */
  openPanel(options?: PageOptions): Promise<PanelPage>;
  /** A browser in which this person is logged in. */
  openAs(login: string, options?: PageOptions): Promise<PanelPage>;
  passwordOf(login: string): string;
  /** Stops the server and starts it again on what it stored; pages that are open have to be opened anew. */
  restart(): Promise<void>;
}

/** The built product with the demonstration's data in a folder of its own, for one file of tests. */
export function startJourney(): Journey {
  let folder: string;
  let server: Server;
  let browser: Browser;
  const problems: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "patchbay-journey-"));
    [server, browser] = await Promise.all([startServer({ dataDir: folder }), openBrowser()]);
  });
  afterEach(async () => {
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
  const openPanel = async (options?: PageOptions): Promise<PanelPage> => {
    const { page } = await openPage(browser, problems, options);
    return new PanelPage(page, server.url);
  };
  return {
    openPanel,
    passwordOf,
    openAs: async (login, options) => {
      const panel = await openPanel(options);
      await panel.open("/dashboard");
      await panel.logIn(login, passwordOf(login));
      return panel;
    },
    restart: async () => {
      await server.stop();
      server = await startServer({ dataDir: folder });
    },
  };
}
