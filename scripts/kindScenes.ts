import type { Page } from "playwright";

/** A field to take a picture of. */
export interface KindScene {
  /** File name of the picture: the kind, or the kind and a variant. */
  readonly name: string;
  readonly address: string;
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
export const kindScenes: readonly KindScene[] = [
  {
    name: "phoneNumber",
    address: `/subscriber/create?customer_id=${SIP_CUSTOMER}`,
    field: "primary_number",
    prepare: (page) => fillNumber(page, "primary_number"),
  },
  {
    name: "phoneNumbers",
    address: `/subscriber/create?customer_id=${SIP_CUSTOMER}`,
    field: "alias_numbers",
    prepare: async (page) => {
      await addEntry(page, "alias_numbers");
      await fillNumber(page, "alias_numbers-0");
    },
  },
  {
    name: "references",
    address: `/subscriber/create?customer_id=${PBX_CUSTOMER}`,
    field: "pbx_group_ids",
    // Shown once the customer is loaded.
    prepare: (page) => page.locator("#field-pbx_group_ids").waitFor(),
  },
  {
    name: "calendarRange",
    address: "/subscriber/2/details/call-forwarding/time-set/create",
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
    address: "/subscriber/2/details/call-forwarding/destination-set/create",
    field: "destinations-0-destination",
    prepare: async (page) => {
      await addEntry(page, "destinations");
      await page.locator("#field-destinations-0-destination").selectOption("voicebox");
    },
  },
  {
    name: "ipList",
    address: "/domain/5/preferences",
    field: "allowed_ips",
    frame: "[role=group]:has(#field-allowed_ips)",
    prepare: (page) => page.getByRole("switch", { name: "Only set preferences" }).check(),
  },
  {
    name: "file-sound",
    address: "/subscriber/2/details/voicemail-greetings/create",
    field: "greetingfile",
  },
  {
    name: "list-events",
    address: "/timeset/create",
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
