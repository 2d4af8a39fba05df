import { afterAll, expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import type { PanelPage } from "../support/panelPage.ts";

interface Person {
  readonly role: string;
  readonly login: string;
  /** Visible menu entries, of those in `ENTRIES`. */
  readonly menu: readonly string[];
  /** Addresses that are not in the menu. */
  readonly forbidden: readonly string[];
  /** A form to open, and whether it has a reseller field. */
  readonly form?: { readonly address: string; readonly heading: string; readonly asksForReseller: boolean };
  /** Write requests to send without a form. */
  readonly refused: readonly (readonly [method: string, path: string, body?: object])[];
}

const RESELLER_ENTRIES = [
  "Administrators",
  "Customers",
  "Contacts",
  "Domains",
  "Subscribers",
  "Billing profiles",
  "Rewrite rule sets",
];
const PLATFORM_ENTRIES = ["Resellers", "Contracts", "SIP peering groups"];
const ENTRIES = [...RESELLER_ENTRIES, ...PLATFORM_ENTRIES];

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
    menu: RESELLER_ENTRIES,
    forbidden: ["/reseller", "/reseller/create", "/contract/reseller/create", "/peering/1/details"],
    form: { address: "/domain/create", heading: "Create domain", asksForReseller: false },
    refused: [
      NEW_RESELLER,
      ["POST", "/api/admins/", { login: "newcomer", password: "Shadow-0f-a-doubt", role: "admin", reseller_id: 1 }],
    ],
  },
  {
    role: "reseller master, read-only",
    login: "albion-voice-readonly",
    menu: RESELLER_ENTRIES,
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
  // The first as from a bookmark, others from within.
  const panel = await journey.openAs(person.login, { address: person.forbidden[0] });
  await panel.menu.getByRole("link").first().waitFor();
  const entries = await panel.menu.getByRole("link").allInnerTexts();
  expect(ENTRIES.filter((entry) => entries.some((text) => text.trim() === entry))).toEqual(
    ENTRIES.filter((entry) => person.menu.includes(entry)),
  );
  steps += ENTRIES.length;

  for (const [index, address] of person.forbidden.entries()) {
    if (index > 0) await panel.visit(address);
    await panel.seeHeading("Forbidden");
    await panel.see("Your role does not allow you to open this page.");
    steps++;
  }
  if (person.form) {
    await panel.visit(person.form.address);
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

test("a page of another site cannot write with the user's session", async () => {
  const panel = await journey.openAs("administrator");
  const [method, path, body] = NEW_DOMAIN;
  expect((await sendFromPage(panel, method, path, body, {})).status).toBe(401);
  steps++;
});

/** Sends a request as a script of the panel: with the session cookie and the panel's header. */
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
