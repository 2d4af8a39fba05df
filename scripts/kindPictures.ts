import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { kindExamples } from "../codegen/kindExamples.ts";
import { settle } from "../tests/support/browser.ts";
import type { PanelPage } from "../tests/support/panelPage.ts";
import { readProject } from "./resource/project.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = fileURLToPath(new URL("../docs/screenshots/kinds/", import.meta.url));
/** A record of the demonstration that every resource has which others are below. */
const PARENT = "2";
/** Around the field, so that labels and outlines are whole. */
const MARGIN = 12;

/** So long a field may take to be on the page; a page of its own making may have no such input at all. */
const PATIENCE_MS = 8_000;

/** Draws one field of each kind, for docs/schema-vocabulary.md; `panel` is logged in. Returns the kinds that it drew. */
export async function drawKinds(panel: PanelPage): Promise<string[]> {
  const drawn: string[] = [];
  await mkdir(folder, { recursive: true });
  const examples = [...kindExamples(readProject(root).model.resources).values()];
  for (const { kind, field, address } of examples) {
    const form = address.replace(":parentId", PARENT);
    if (panel.address !== form) await panel.open(form);
    const box = await boxOf(panel.page, field);
    if (!box) continue;
    await settle(panel.page);
    await panel.page.screenshot({ path: `${folder}${kind}.png`, clip: box });
    drawn.push(kind);
  }
  return drawn;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the field with its label and help is on the page; scrolls to it. Undefined where no such input turns up. */
async function boxOf(page: Page, field: string): Promise<Box | undefined> {
  const input = page.locator(`[id="field-${field}"], [id^="field-${field}-"]`).first();
  const isThere = await input.waitFor({ state: "attached", timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  // The form lays its fields out in a grid: the field is what is a cell of it.
  const cell = input.locator(
    "xpath=ancestor::*[contains(@class, 'MuiFormControl-root') or contains(@class, 'MuiFormControlLabel-root') or self::fieldset][last()]",
  );
  const shown = (await cell.count()) > 0 ? cell.first() : input;
  // In the middle: the bar with the buttons stays at the lower edge.
  await shown.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const found = await shown.boundingBox();
  if (!found) throw new Error(`${field} is not on the page`);
  const { x, y, width, height } = found;
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}
