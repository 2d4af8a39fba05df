import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { openBrowser } from "../tests/support/browser.ts";
import { makeScratchClone } from "../tests/support/scratchClone.ts";
import { startServer } from "../tests/support/server.ts";
import { longestInteraction, watchInteractions } from "./interactions.ts";
import { logIn } from "./panel.ts";
import type { Figure } from "./report.ts";

const NAME = "widefields";
const FIELDS = 100;
/** Number of fields to use. */
const USED = 12;

const kinds = [
  () => ({ type: "string", maxLength: 63 }),
  () => ({ type: "integer", minimum: 0, maximum: 100_000 }),
  () => ({ type: "boolean", default: false }),
  () => ({ type: "string", enum: ["open", "moderated", "closed"], default: "open" }),
  () => ({ type: "string", format: "email", maxLength: 255 }),
] as const;

/** The longest interaction in a form of a hundred fields. */
export async function benchTyping(): Promise<Figure[]> {
  const clone = makeScratchClone();
  const dataDir = mkdtempSync(join(tmpdir(), "patchbay-typing-"));
  const browser = await openBrowser();
  try {
    writeResource(clone.folder);
    clone.run("node", "codegen/run.mjs");
    clone.run("npx", "vite", "build", "--logLevel", "error");
    clone.run("npx", "vite", "build", "--config", "vite.server.config.ts", "--logLevel", "error");
    const server = await startServer({ dataDir, root: clone.folder });
    try {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${server.url}/#/login/admin?${new URLSearchParams({ next: `/${NAME}/create` })}`);
      await logIn(page, server);
      await page.locator(`#field-field_${FIELDS - 1}`).waitFor();
      await page.waitForLoadState("networkidle");
      return [await fillForm(page)];
    } finally {
      await server.stop();
    }
  } finally {
    await browser.close();
    clone.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function writeResource(folder: string): void {
  const names = Array.from({ length: FIELDS }, (_, index) => `field_${index}`);
  const schema = {
    $schema: "../meta.schema.json",
    $id: NAME,
    title: "WideField",
    description: "A form with many fields.",
    type: "object",
    required: ["field_0"],
    properties: {
      id: { type: "integer", readOnly: true },
      ...Object.fromEntries(names.map((name, index) => [name, kinds[index % kinds.length]?.()])),
    },
    "x-resource": {
      route: `/${NAME}`,
      icon: "group",
      menu: { group: "settings", order: 500 },
      record: "{field_0}",
      access: { superuser: "all" },
      list: { columns: ["field_1", "id"], filters: [] },
      groups: { base: names },
    },
  };
  const messages = {
    name: "Wide field |||| Wide fields",
    fields: { id: "ID", ...Object.fromEntries(names.map((name) => [name, name.replace("_", " ")])) },
    enums: Object.fromEntries(
      names
        .filter((_, index) => index % kinds.length === 3)
        .map((name) => [name, { open: "Open", moderated: "Moderated", closed: "Closed" }]),
    ),
    groups: { base: "Fields" },
    actions: { create: "Create wide field", remove: "Delete wide field" },
  };
  writeFileSync(join(folder, `schemas/entities/${NAME}.schema.json`), JSON.stringify(schema, null, 2));
  writeFileSync(join(folder, `i18n/en/resources/${NAME}.json`), JSON.stringify(messages, null, 2));
}

/** Types, toggles switches and submits. */
async function fillForm(page: Page): Promise<Figure> {
  await watchInteractions(page);
  for (let used = 0; used < USED; used++) {
    const at = Math.floor((used * FIELDS) / USED / kinds.length) * kinds.length;
    await page.locator(`#field-field_${at}`).click();
    await page.keyboard.type("Typed text");
    await page.locator(`#field-field_${at + 1}`).click();
    await page.keyboard.type("12345678");
    await page.locator(`#field-field_${at + 2}`).click();
    await page.keyboard.press("Tab");
  }
  // Submitting shows an error at every overlong value.
  await page.getByRole("button", { name: "Create wide field" }).click();
  await page.getByText("need your attention").waitFor();
  return longestInteraction(page, `a form of ${FIELDS} fields`);
}
