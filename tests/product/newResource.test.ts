import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPage } from "../support/browser.ts";
import { makeScratchClone, type ScratchClone } from "../support/scratchClone.ts";
import { type RunningServer, startServer } from "../support/server.ts";

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
const SCHEMA = "schemas/entities/conferencerooms.schema.json";
const MESSAGES = "i18n/en/resources/conferencerooms.json";

/** What the README promises to a developer: a schema and its messages are all that a plain resource takes. */
describe("a new resource", () => {
  let clone: ScratchClone;
  let browser: Browser;

  beforeAll(async () => {
    clone = makeScratchClone();
    cpSync(join(fixtures, "conferencerooms.schema.json"), join(clone.folder, SCHEMA));
    cpSync(join(fixtures, "conferencerooms.messages.json"), join(clone.folder, MESSAGES));
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    clone.remove();
  });

  it("touches its schema, its messages and generated files, and nothing else", () => {
    clone.run("node", "codegen/run.mjs");
    const byHand = clone.changedFiles().filter((name) => !name.startsWith("src/generated/"));
    expect(byHand.sort()).toEqual([MESSAGES, SCHEMA]);
    clone.run("node", "codegen/run.mjs", "--check");
  });

  it("passes the type check and the contract, rule and message tests made from its schema", () => {
    clone.run("npx", "tsc", "--noEmit");
    const report = join(clone.folder, "test-results/new-resource.json");
    clone.run(
      "npx",
      "vitest",
      "run",
      "--project",
      "contract",
      "-t",
      "conferencerooms",
      "--reporter=json",
      `--outputFile=${report}`,
    );
    const counts = JSON.parse(clone.run("cat", report)) as { numPassedTests: number; numFailedTests: number };
    expect(counts.numFailedTests).toBe(0);
    expect(counts.numPassedTests).toBeGreaterThan(100);
  });

  it("has menu entry, list, filters, create, details and edit on screen", async () => {
    clone.run("npx", "vite", "build", "--logLevel", "error");
    clone.run("npx", "vite", "build", "--config", "vite.server.config.ts", "--logLevel", "error");
    const dataDir = mkdtempSync(join(tmpdir(), "patchbay-data-"));
    const server: RunningServer = await startServer({ dataDir, root: clone.folder });
    const problems: string[] = [];
    const { page, context } = await openPage(browser, problems);
    try {
      await page.goto(server.url);
      await page.getByLabel("User name").fill(server.login);
      await page.getByLabel("Password", { exact: true }).fill(server.password);
      await page.getByRole("button", { name: "Log in" }).click();

      await page.getByRole("link", { name: "Conference rooms" }).first().click();
      await page.getByRole("heading", { name: "Conference rooms" }).waitFor();
      await page.getByRole("link", { name: "Create conference room" }).first().click();

      await page.getByLabel("Reseller").fill("Albion");
      await page.getByRole("option", { name: "Albion Voice" }).click();
      await page.getByLabel("Name").fill("Boardroom");
      await page.getByLabel("Participants").fill("1");
      await page.getByLabel("Ask for a PIN").check();
      await page.getByRole("button", { name: "Create conference room" }).click();
      await page.getByText("Must not be below 2").first().waitFor();
      await page.getByLabel("PIN", { exact: true }).fill("4711");
      await page.getByLabel("Participants").fill("12");
      await page.getByRole("button", { name: "Create conference room" }).click();

      await page.getByRole("link", { name: "Boardroom" }).first().click();
      await page.getByRole("heading", { name: "Boardroom" }).waitFor();
      await page.getByText("4711").waitFor();
      await page.getByRole("link", { name: "Edit" }).first().click();
      await page.getByLabel("Name").fill("Boardroom two");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.goto(`${server.url}/#/conferenceroom`);
      await page.getByRole("link", { name: "Boardroom two" }).waitFor();
      await page.getByPlaceholder("Search Name").fill("nothing like it");
      await page.getByText("Boardroom two").waitFor({ state: "detached" });
      expect(problems).toEqual([]);
    } finally {
      await context.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
