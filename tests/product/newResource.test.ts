import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, openPage } from "../support/browser.ts";
import { PanelPage } from "../support/panelPage.ts";
import { makeScratchClone, type ScratchClone } from "../support/scratchClone.ts";
import { startServer } from "../support/server.ts";

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));
const SCHEMA = "schemas/entities/conferencerooms.schema.json";
const MESSAGES = "i18n/en/resources/conferencerooms.json";

const generatedDocs = ["docs/permissions.md", "docs/routes.md"];
const isGenerated = (name: string) => name.startsWith("src/generated/") || generatedDocs.includes(name);

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
    const byHand = clone.changedFiles().filter((name) => !isGenerated(name));
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
      ...["tests/contract/embedded", "tests/access/matrix", "tests/rules", "tests/messages"],
      "-t",
      "conferencerooms",
      "--reporter=json",
      `--outputFile=${report}`,
    );
    const counts = JSON.parse(readFileSync(report, "utf8")) as { numPassedTests: number; numFailedTests: number };
    expect(counts.numFailedTests).toBe(0);
    expect(counts.numPassedTests).toBeGreaterThan(100);
  });

  it("has menu entry, list, filters, create, details and edit on screen", async () => {
    clone.run("npx", "vite", "build", "--logLevel", "error");
    clone.run("npx", "vite", "build", "--config", "vite.server.config.ts", "--logLevel", "error");
    const dataDir = mkdtempSync(join(tmpdir(), "patchbay-data-"));
    const server = await startServer({ dataDir, root: clone.folder });
    const problems: string[] = [];
    const { page, context } = await openPage(browser, problems);
    const panel = new PanelPage(page, server.url);
    try {
      await panel.open("/dashboard");
      await panel.logIn("administrator", server.passwords.get("administrator") ?? "");
      await panel.openMenu("Conference rooms");
      await panel.follow("Create conference room");

      await panel.choose("Reseller", "Albion Voice");
      await panel.fillField("Name", "Boardroom");
      await panel.fillField("Participants", "1");
      await panel.flip("Ask for a PIN");
      await panel.press("Create conference room");
      await panel.seeProblem("Participants", "2");
      await panel.seeProblem("PIN", "required");
      await panel.fillField("PIN", "4711");
      await panel.fillField("Participants", "12");
      await panel.press("Create conference room");

      await panel.open("/conferenceroom");
      await panel.seeRow("Boardroom", "Albion Voice", "Open", "12");
      await panel.follow("Boardroom");
      await panel.seeHeading("Boardroom");
      await panel.seeFact("PIN", "4711");
      await panel.follow("Edit");
      await panel.fillField("Name", "Boardroom two");
      await panel.save();
      await panel.open("/conferenceroom");
      await panel.seeRow("Boardroom two");
      await panel.search("nothing like it");
      await panel.seeNoRow("Boardroom two");
      expect(problems).toEqual([]);
    } finally {
      await context.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
