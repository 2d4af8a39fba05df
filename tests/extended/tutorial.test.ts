import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openPage, sharedBrowser } from "../support/browser.ts";
import { type DevelopmentServer, startDevelopment } from "../support/developmentServer.ts";
import { PanelPage } from "../support/panelPage.ts";
import { makeScratchClone, type ScratchClone } from "../support/scratchClone.ts";
import { createEmpty, type SeededData } from "../support/seeded.ts";
import { readSteps, type Step } from "../support/tutorial.ts";

const stepsOf = (name: string) => readSteps(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)));
const steps = stepsOf("tutorial.md");
const start = steps.findIndex((step) => step.kind === "run" && step.command.includes("npm run dev"));
const TEXTS = "i18n/en/resources/circulars.json";
const SCHEMA = "schemas/resources/circulars.schema.json";

/** Files that commands write. */
const isGenerated = (name: string) =>
  /^src\/generated\/|^docs\/(?:reference\/[\w-]+\.md|rules-baseline\.txt)$/.test(name);

/** Follows docs/tutorial.md step by step: every output must match, and only data files may be written by hand. */
describe("the tutorial", () => {
  let clone: ScratchClone;
  let browser: Browser;
  let data: SeededData;
  let server: DevelopmentServer | undefined;
  let printed = "";

  beforeAll(async () => {
    clone = makeScratchClone();
    [browser, data] = await Promise.all([sharedBrowser(), createEmpty("tutorial")]);
  });

  afterEach(({ task }) => {
    if (task.result?.state === "fail" && server) console.error(server.printed());
  });

  afterAll(async () => {
    await server?.stop();
    await data.remove();
    clone.remove();
  });

  function follow(step: Step): void {
    if (step.kind === "run")
      printed = clone.run("sh", "-ec", step.command.replace("http://127.0.0.1:8080", server?.platform ?? ""));
    else if (step.kind === "write") {
      mkdirSync(dirname(join(clone.folder, step.path)), { recursive: true });
      writeFileSync(join(clone.folder, step.path), step.text);
    } else for (const line of step.lines) expect(printed).toContain(line);
  }

  it("works command by command, including the tests of the new resource", () => {
    for (const step of steps.slice(0, start)) follow(step);
    const [, passed = "0"] = /Tests .*?(\d+) passed/.exec(printed) ?? [];
    expect(Number(passed)).toBeGreaterThan(40);
  });

  it("needs only data files written by hand", () => {
    const written = steps.flatMap((step) => (step.kind === "write" ? [step.path] : []));
    const byHand = clone.changedFiles().filter((name) => !isGenerated(name));
    expect(byHand.sort()).toEqual(written.sort());
    clone.run("node", "codegen/run.mjs", "--check");
  });

  it("ends in the browser, where changes show without a reload", async () => {
    const [run, ...rest] = steps.slice(start);
    if (run?.kind !== "run") throw new Error("the tutorial does not start the development server");
    // Fills and starts, as after each change of a schema, with a third less work than on the embedded engine.
    server = await startDevelopment(run.command, clone.folder, { DATABASE_URL: data.databaseUrl, DEMO: "1" });
    for (const step of rest.filter((one) => one.kind !== "see" || one.address === "")) follow(step);

    const problems: string[] = [];
    const { page, context } = await openPage(browser, problems);
    const panel = new PanelPage(page, server.url);
    const screen = steps.find((step) => step.kind === "see" && step.address !== "");
    if (screen?.kind !== "see") throw new Error("the tutorial has no screen");
    await panel.open(screen.address);
    await panel.logIn("administrator", "Copper-Lantern-42!");
    for (const line of screen.lines) await page.getByText(line, { exact: true }).first().waitFor();

    // The hot reload client loads after the panel.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    change(TEXTS, '"name": "Name"', '"name": "Title"');
    await page.getByRole("columnheader", { name: "Title" }).waitFor();
    change(SCHEMA, '"maxLength": 63', '"maxLenght": 63');
    await page.getByText('Did you mean "maxLength"?').first().waitFor();
    change(SCHEMA, '"maxLenght": 63', '"maxLength": 63');
    await page.locator("vite-error-overlay").waitFor({ state: "detached" });
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it("continues with a custom screen, as in docs/tutorial-own-screen.md", async () => {
    const screenSteps = stepsOf("tutorial-own-screen.md");
    for (const step of screenSteps.filter((one) => one.kind !== "see" || one.address === "")) follow(step);
    const problems: string[] = [];
    const { page, context } = await openPage(browser, problems);
    const panel = new PanelPage(page, server?.url ?? "");
    const screen = screenSteps.find((step) => step.kind === "see" && step.address !== "");
    if (screen?.kind !== "see") throw new Error("the tutorial shows no screen");
    await panel.open(screen.address);
    await panel.logIn("administrator", "Copper-Lantern-42!");
    for (const line of screen.lines) await page.getByText(line, { exact: true }).first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  function change(path: string, from: string, to: string): void {
    const text = readFileSync(join(clone.folder, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(clone.folder, path), text.replace(from, to));
  }
});
