import { afterAll, expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

interface Person {
  readonly role: string;
  readonly login: string;
  /** Entries of the menu, of those named in `ENTRIES`. */
  readonly menu: readonly string[];
  /** Addresses that only somebody who types them comes to. */
  readonly forbidden: readonly string[];
  /** A form that opens, or none, and whether it asks for the reseller. */
  readonly form?: { readonly address: string; readonly heading: string; readonly asksForReseller: boolean };
  /** Writes sent around the forms. */
  readonly refused: readonly (readonly [method: string, path: string, body?: object])[];
}

const OF_A_RESELLER = [
  "Administrators",
  "Customers",
  "Contacts",
  "Domains",
  "Subscribers",
  "Billing profiles",
  "Rewrite rule sets",
];
const OF_THE_PLATFORM = ["Resellers", "Contracts", "SIP peering groups"];
const ENTRIES = [...OF_A_RESELLER, ...OF_THE_PLATFORM];

const NEW_RESELLER = ["POST", "/api/resellers/", { name: "Shadow", contract_id: 1, status: "active" }] as const;
const NEW_DOMAIN = ["POST", "/api/domains/", { domain: "shadow.example", reseller_id: 2 }] as const;

const people: readonly Person[] = [
  {
    role: "superuser master",
    login: "administrator",
    menu: ENTRIES,
    forbidden: [],
    form: { address: "/domain/create", heading: "Create domain", asksForReseller: true },
    refused: [["DELETE", "/api/admins/1"]],
  },
  {
    role: "reseller master",
    login: "albion-voice",
    menu: OF_A_RESELLER,
    forbidden: ["/reseller", "/reseller/create", "/contract/reseller/create", "/peering/1/details"],
    form: { address: "/domain/create", heading: "Create domain", asksForReseller: false },
    refused: [
      NEW_RESELLER,
      ["POST", "/api/admins/", { login: "newcomer", password: "Shadow-0f-a-doubt", role: "admin", reseller_id: 1 }],
    ],
  },
  {
    role: "reseller master, read only",
    login: "albion-voice-readonly",
    menu: OF_A_RESELLER,
    forbidden: ["/domain/create", "/customer/create", "/administrator/create", "/reseller"],
    refused: [NEW_DOMAIN, NEW_RESELLER, ["DELETE", "/api/domains/2"]],
  },
  {
    role: "customer care",
    login: "caredesk",
    menu: ["Customers", "Subscribers"],
    forbidden: ["/domain", "/domain/create", "/administrator", "/billing", "/contact", "/rewrite", "/reseller"],
    form: { address: "/customer/create", heading: "Create customer", asksForReseller: false },
    refused: [NEW_DOMAIN, ["DELETE", "/api/domains/2"], NEW_RESELLER],
  },
  {
    role: "lawful intercept",
    login: "intercept",
    menu: ["Administrators"],
    forbidden: ["/customer", "/subscriber/create", "/domain", "/administrator/create", "/reseller"],
    refused: [NEW_DOMAIN, NEW_RESELLER, ["PATCH", "/api/customers/1", []], ["POST", "/api/subscribers/", {}]],
  },
];

const journey = startJourney();
let steps = 0;
afterAll(() => console.log(`journeys of roles: ${steps} cases`));

test.each(people.map((person) => [person.role, person] as const))("%s", async (_, person) => {
  const panel = await journey.openAs(person.login);
  await panel.menu.getByRole("link").first().waitFor();
  const entries = await panel.menu.getByRole("link").allInnerTexts();
  expect(ENTRIES.filter((entry) => entries.some((text) => text.trim() === entry))).toEqual(
    ENTRIES.filter((entry) => person.menu.includes(entry)),
  );
  steps += ENTRIES.length;

  for (const address of person.forbidden) {
    await panel.open(address);
    await panel.seeHeading("Forbidden");
    await panel.see("Your role does not allow you to open this page.");
    steps++;
  }
  if (person.form) {
    await panel.open(person.form.address);
    await panel.seeHeading(person.form.heading);
    await panel.main.getByRole("button", { name: "Create", exact: false }).first().waitFor();
    expect(await panel.field("Reseller").count()).toBe(person.form.asksForReseller ? 1 : 0);
    steps++;
  }
  for (const [method, path, body] of person.refused) {
    const answer = await sendFromPage(panel, method, path, body);
    expect(answer, `${method} ${path}`).toMatchObject({ status: 403 });
    expect(answer.message, `${method} ${path}`).not.toBe("");
    steps++;
  }
});

test("a page of another site has no session to write with, whoever is logged in", async () => {
  const panel = await journey.openAs("administrator");
  const [method, path, body] = NEW_DOMAIN;
  expect((await sendFromPage(panel, method, path, body, {})).status).toBe(401);
  steps++;
});

/** A request as a script on the panel's page would send it: with the session's cookie and the panel's header. */
function sendFromPage(
  panel: PanelPage,
  method: string,
  path: string,
  body: object | undefined,
  headers: Readonly<Record<string, string>> = { "X-NGCP-Admin-UI": "true" },
): Promise<{ readonly status: number; readonly message: string }> {
  return panel.page.evaluate(
    async (request) => {
      const type = request.method === "PATCH" ? "application/json-patch+json" : "application/json";
      const response = await fetch(request.path, {
        method: request.method,
        headers: { ...request.headers, ...(request.body ? { "Content-Type": type } : {}) },
        ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      });
      const answer = (await response.json().catch(() => ({}))) as { message?: string };
      return { status: response.status, message: answer.message ?? "" };
    },
    { method, path, body, headers },
  );
}
