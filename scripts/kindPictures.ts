import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { kindExamples } from "../codegen/kindExamples.ts";
import { settle } from "../tests/support/browser.ts";
import type { PanelPage } from "../tests/support/panelPage.ts";
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
  for (const { name, path, field, frame, prepare } of [...plainScenes(), ...kindScenes]) {
    // State of one picture must not leak into the next.
    if (panel.address !== path || prepare) await panel.open(path);
    const first = panel.page.locator(prepare ? "main h1:not([data-loading])" : inputOf(field)).first();
    const isShown = first.waitFor({ state: "attached", timeout: FIELD_TIMEOUT }).then(() => true);
    if (!(await isShown.catch(() => false))) continue;
    await prepare?.(panel.page);
    // No focus or hover in pictures.
    await panel.page.mouse.move(0, 0);
    await panel.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const box = await boundsOfField(panel.page, field, frame);
    await settle(panel.page);
    await panel.page.screenshot({ path: `${folder}${name}.png`, clip: box, animations: "disabled", caret: "hide" });
    captured.push(name);
  }
  return captured;
}

/** Fields that are visible as soon as the form opens. */
function plainScenes(): KindScene[] {
  const examples = [...kindExamples(readProject(root).model.resources).values()];
  return examples.flatMap(({ kind, field, formPath: path }) => {
    const isStaged = path === undefined || kindScenes.some(({ name }) => name === kind);
    return isStaged ? [] : [{ name: kind, field, path: path.replace(":parentId", PARENT) }];
  });
}

function inputOf(field: string): string {
  return `[id="field-${field}"], [id^="field-${field}-"]`;
}

/** Bounding box of the field with its label and help; scrolls it into view. */
async function boundsOfField(page: Page, field: string, frame?: string) {
  const input = page.locator(inputOf(field)).first();
  await input.waitFor({ state: "attached", timeout: FIELD_TIMEOUT });
  // Several inputs form a group; in a list, use the part of the entry.
  const cell = input.locator(
    "xpath=ancestor-or-self::*[contains(@class, 'MuiFormControl-root') or contains(@class, 'MuiFormControlLabel-root') or self::fieldset[@id]]",
  );
  const fieldset = page.locator(frame ?? `fieldset[id="field-${field}"]`);
  const target = (await fieldset.count()) > 0 ? fieldset.last() : (await cell.count()) > 0 ? cell.last() : input;
  // Center it: the toolbar covers the bottom edge.
  await target.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await target.boundingBox();
  if (!box) throw new Error(`${field} is not visible`);
  const { x, y, width, height } = box;
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

/** A field to take a picture of. */
interface KindScene {
  /** File name of the picture: the kind, or the kind and a variant. */
  readonly name: string;
  readonly path: string;
  /** Id of the field in the form: `destinations-0-destination`. */
  readonly field: string;
  /** Selector of the area to capture if it is more than one input. */
  readonly frame?: string;
  /** Makes the field visible once the form is loaded. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Demo customers: one with plain lines, one with a cloud PBX. */
const SIP_CUSTOMER = 9;
const PBX_CUSTOMER = 5;

/** Kinds that no form shows right away, and variants that look different. */
const kindScenes: readonly KindScene[] = [
  {
    name: "phoneNumber",
    path: `/subscriber/create?customer_id=${SIP_CUSTOMER}`,
    field: "primary_number",
    prepare: (page) => fillNumber(page, "primary_number"),
  },
  {
    name: "phoneNumbers",
    path: `/subscriber/create?customer_id=${SIP_CUSTOMER}`,
    field: "alias_numbers",
    prepare: async (page) => {
      await addEntry(page, "alias_numbers");
      await fillNumber(page, "alias_numbers-0");
    },
  },
  {
    name: "references",
    path: `/subscriber/create?customer_id=${PBX_CUSTOMER}`,
    field: "pbx_group_ids",
    // Shown once the customer is loaded.
    prepare: (page) => page.locator("#field-pbx_group_ids").waitFor(),
  },
  {
    name: "calendarRange",
    path: "/subscriber/2/details/call-forwarding/time-set/create",
    field: "times-0-wday",
    frame: ".MuiStack-root:has(> * > * > #field-times-0-wday)",
    prepare: async (page) => {
      await addEntry(page, "times");
      await page.locator("#field-times-0-wday").selectOption("2");
      await page.locator("#field-times-0-wday-to").selectOption("6");
    },
  },
  {
    name: "callDestination",
    path: "/subscriber/2/details/call-forwarding/destination-set/create",
    field: "destinations-0-destination",
    prepare: async (page) => {
      await addEntry(page, "destinations");
      await page.locator("#field-destinations-0-destination").selectOption("voicebox");
    },
  },
  {
    name: "ipList",
    path: "/domain/5/preferences",
    field: "allowed_ips",
    frame: "[role=group]:has(#field-allowed_ips)",
    prepare: (page) => page.getByRole("switch", { name: "Only set preferences" }).check(),
  },
  {
    name: "file-sound",
    path: "/subscriber/2/details/voicemail-greetings/create",
    field: "greetingfile",
  },
  {
    name: "list-events",
    path: "/timeset/create",
    field: "times",
    prepare: async (page) => {
      await addEntry(page, "times");
      await page.locator("#field-times-0-start").fill("2026-01-05 08:00");
      await page.locator("#field-times-0-end").fill("2026-01-05 17:00");
      await page.locator("#field-times-0-freq").selectOption("weekly");
      await page.locator("#field-times-0-byday button").first().click();
      await page.locator("#field-times-0-byday button").nth(2).click();
    },
  },
];

/** Adds the first entry of a list. */
async function addEntry(page: Page, list: string): Promise<void> {
  await page.locator(`fieldset#field-${list} > button`).last().click();
}

/** A number that no subscriber has. */
async function fillNumber(page: Page, field: string): Promise<void> {
  for (const [part, digits] of Object.entries({ cc: "44", ac: "1632", sn: "960123" }))
    await page.locator(`#field-${field}-${part}`).fill(digits);
}
