import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { kindExamples } from "../codegen/kindExamples.ts";
import { settle } from "../tests/support/browser.ts";
import type { PanelPage } from "../tests/support/panelPage.ts";
import { type KindScene, kindScenes } from "./kindScenes.ts";
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
  for (const { name, address, field, frame, prepare } of [...plainScenes(), ...kindScenes]) {
    // What was done for one picture does not belong on the next.
    if (panel.address !== address || prepare) await panel.open(address);
    const isThere = await waitFor(panel.page, prepare ? "main h1" : inputOf(field));
    if (!isThere) continue;
    await prepare?.(panel.page);
    // As nobody is at it: neither the keyboard nor the mouse.
    await panel.page.mouse.move(0, 0);
    await panel.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const box = await boxOf(panel.page, field, frame);
    await settle(panel.page);
    await panel.page.screenshot({ path: `${folder}${name}.png`, clip: box, animations: "disabled", caret: "hide" });
    drawn.push(name);
  }
  return drawn;
}

/** Fields that a form shows as soon as it is open. */
function plainScenes(): KindScene[] {
  const examples = [...kindExamples(readProject(root).model.resources).values()];
  return examples.flatMap(({ kind, field, address }) => {
    const isStaged = address === undefined || kindScenes.some(({ name }) => name === kind);
    return isStaged ? [] : [{ name: kind, field, address: address.replace(":parentId", PARENT) }];
  });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function inputOf(field: string): string {
  return `[id="field-${field}"], [id^="field-${field}-"]`;
}

async function waitFor(page: Page, selector: string): Promise<boolean> {
  const first = page.locator(selector).first();
  return first.waitFor({ state: "attached", timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );
}

/** Where the field with its label and help is on the page; scrolls to it. */
async function boxOf(page: Page, field: string, frame?: string): Promise<Box> {
  const input = page.locator(inputOf(field)).first();
  await input.waitFor({ state: "attached", timeout: PATIENCE_MS });
  // What is more than one input is a group; in a list it is the part of an entry that is meant.
  const cell = input.locator(
    "xpath=ancestor-or-self::*[contains(@class, 'MuiFormControl-root') or contains(@class, 'MuiFormControlLabel-root') or self::fieldset[@id]]",
  );
  const own = page.locator(frame ?? `fieldset[id="field-${field}"]`);
  const shown = (await own.count()) > 0 ? own.last() : (await cell.count()) > 0 ? cell.last() : input;
  // In the middle: the bar with the buttons stays at the lower edge.
  await shown.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const found = await shown.boundingBox();
  if (!found) throw new Error(`${field} is not on the page`);
  const { x, y, width, height } = found;
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}
