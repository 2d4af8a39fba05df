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
/** Id of a demo record that exists for every parent resource. */
const PARENT = "2";
/** Pixels around the field, so that labels and outlines are not cut off. */
const MARGIN = 12;

/** Milliseconds for a field to appear; custom pages may not have it. */
const FIELD_TIMEOUT = 8_000;

/** Takes a picture of one field per kind for docs/reference/schema-vocabulary.md and returns the kinds. `panel` is logged in. */
export async function captureKinds(panel: PanelPage): Promise<string[]> {
  const captured: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const { name, address, field, frame, prepare } of [...plainScenes(), ...kindScenes]) {
    // State of one picture must not leak into the next.
    if (panel.address !== address || prepare) await panel.open(address);
    const isShown = await waitFor(panel.page, prepare ? "main h1:not([data-loading])" : inputOf(field));
    if (!isShown) continue;
    await prepare?.(panel.page);
    // No focus or hover in pictures.
    await panel.page.mouse.move(0, 0);
    await panel.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const box = await boxOf(panel.page, field, frame);
    await settle(panel.page);
    await panel.page.screenshot({ path: `${folder}${name}.png`, clip: box, animations: "disabled", caret: "hide" });
    captured.push(name);
  }
  return captured;
}

/** Fields that are visible as soon as the form opens. */
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
  return first.waitFor({ state: "attached", timeout: FIELD_TIMEOUT }).then(
    () => true,
    () => false,
  );
}

/** Bounding box of the field with its label and help; scrolls it into view. */
async function boxOf(page: Page, field: string, frame?: string): Promise<Box> {
  const input = page.locator(inputOf(field)).first();
  await input.waitFor({ state: "attached", timeout: FIELD_TIMEOUT });
  // Several inputs form a group; in a list, use the part of the entry.
  const cell = input.locator(
    "xpath=ancestor-or-self::*[contains(@class, 'MuiFormControl-root') or contains(@class, 'MuiFormControlLabel-root') or self::fieldset[@id]]",
  );
  const own = page.locator(frame ?? `fieldset[id="field-${field}"]`);
  const shown = (await own.count()) > 0 ? own.last() : (await cell.count()) > 0 ? cell.last() : input;
  // Center it: the toolbar covers the bottom edge.
  await shown.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const found = await shown.boundingBox();
  if (!found) throw new Error(`${field} is not visible`);
  const { x, y, width, height } = found;
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}
