import { configure, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { field, inputs, labelled, retype } from "../../../tests/support/formFields.ts";
import { TestPanel } from "../../../tests/support/panel.tsx";
import { endSession } from "../session.ts";

configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });
let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
}, 60_000);
afterAll(() => panel.stop());
afterEach(() => {
  // Nothing typed in one test is to be found again in the next.
  endSession("loggedOut");
  panel.leave();
});
async function chooseFirst(user: UserEvent, label: string, position = 0) {
  const pickers = await screen.findAllByLabelText(labelled(label), inputs);
  await user.click(pickers[position] as HTMLElement);
  const choices = within(await screen.findByRole("listbox"));
  await user.click((await choices.findAllByRole("option"))[0] as HTMLElement);
}
const posted = () => panel.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
const create = (name: string) => screen.findByRole("button", { name });

describe("creating a record", () => {
  it("tells what is missing, leads to it, and forgets it once it is there", async () => {
    const user = await panel.open("/contact/create");
    await user.click(await create("Create customer contact"));
    const summary = await screen.findByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Reseller: This field is required", "Email: This field is required"]);
    await user.click(within(summary).getByRole("link", { name: "Email" }));
    const email = await field("Email");
    expect(document.activeElement).toBe(email);
    await user.type(email, "ada@example");
    expect(await within(summary).findByText(/Not a valid e-mail address/)).toBeTruthy();
    await user.type(email, ".org");
    await waitFor(() => expect(within(summary).getAllByRole("listitem")).toHaveLength(1));
    expect(panel.written()).toEqual([]);
  });

  it("stores the record, says so and goes back to the list", async () => {
    const user = await panel.open("/domain/create");
    await chooseFirst(user, "Reseller");
    await user.type(await field("Domain"), "new.example");
    await user.click(await create("Create domain"));
    expect(await screen.findByText("new.example is created")).toBeTruthy();
    await waitFor(() => expect(window.location.hash).toBe("#/domain"));
    expect(posted()).toEqual([{ domain: "new.example", reseller_id: expect.any(Number) }]);
  });

  it("puts what only the platform can know at its field", async () => {
    const user = await panel.open("/domain/create");
    const { domain } = (await panel.read("/api/domains/1")) as { domain: string };
    await chooseFirst(user, "Reseller");
    await user.type(await field("Domain"), domain);
    await user.click(await create("Create domain"));
    const summary = await screen.findByRole("alert");
    expect(summary.textContent).toContain("Domain: This value already exists");
    expect((await field("Domain")).getAttribute("aria-invalid")).toBe("true");
    expect(await field("Domain")).toHaveProperty("value", domain);
  });

  it("leaves out what the role can not give, and lets the platform fill it in", async () => {
    const user = await panel.open("/domain/create", "reseller");
    await user.type(await field("Domain"), "mine.example");
    expect(screen.queryByLabelText(/^Reseller/)).toBeNull();
    await user.click(await create("Create domain"));
    await waitFor(() => expect(posted()).toEqual([{ domain: "mine.example" }]));
    await waitFor(() => expect(window.location.hash).toBe("#/domain"));
  });

  it("shows and sends only what the other fields ask for", async () => {
    const user = await panel.open("/billing/create");
    expect(screen.queryByLabelText(/^Prepaid library/, inputs)).toBeNull();
    await user.click(await screen.findByRole("switch", { name: "Prepaid" }));
    expect(await field("Prepaid library")).toBeTruthy();
    await user.click(screen.getByRole("switch", { name: "Prepaid" }));
    await waitFor(() => expect(screen.queryByLabelText(/^Prepaid library/, inputs)).toBeNull());
    await chooseFirst(user, "Reseller");
    await user.type(await field("Handle"), "quiet");
    await user.type(await field("Name"), "Quiet");
    await retype(user, "Interval charge", "12.5");
    await retype(user, "Interval free time", "1000 min");
    await user.click(await create("Create billing profile"));
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]).toMatchObject({ handle: "quiet", interval_charge: 1250, interval_free_time: 60000 });
    expect(posted()[0]).not.toHaveProperty("prepaid_library");
  });

  it("presets what a variant stands for, shown but not asked for", async () => {
    await panel.open("/contract/peering/create");
    expect(await screen.findByRole("heading", { level: 1, name: "Create peering contract" })).toBeTruthy();
    const type = await field("Type");
    expect(type).toHaveProperty("readOnly", true);
    expect(type).toHaveProperty("value", "SIP peering");
    expect(screen.queryByLabelText(/^Maximum subscribers/)).toBeNull();
  });

  it("presets the record that owns a child, and goes back to its tab", async () => {
    const user = await panel.open("/rewrite/1/details/rules/create");
    await user.type(await field("Match pattern"), "^00");
    await user.type(await field("Replacement pattern"), "+");
    await user.type(await field("Description"), "International prefix");
    await user.click(await create("Create rewrite rule"));
    await waitFor(() => expect(posted()[0]).toMatchObject({ set_id: 1, match_pattern: "^00" }));
    await waitFor(() => expect(window.location.hash).toBe("#/rewrite/1/details/rules"));
  });

  it("sends a customer's billing as intervals, the one in force first", async () => {
    const user = await panel.open("/customer/create");
    await chooseFirst(user, "Contact");
    await user.click(screen.getByRole("button", { name: "Schedule a profile" }));
    await chooseFirst(user, "Billing profile", 0);
    await chooseFirst(user, "Billing profile", 1);
    await user.type(await field("Start"), "2000-01-01 00:00");
    await user.click(await create("Create customer"));
    const summary = await screen.findByRole("alert");
    expect(summary.textContent).toContain("Scheduled billing profiles 1, Start: Must lie in the future");
    await user.clear(await field("Start"));
    await user.type(await field("Start"), "2099-01-01 00:00");
    await user.click(await create("Create customer"));
    await waitFor(() => expect(posted()).toHaveLength(1));
    const profile_id = expect.any(Number);
    expect(posted()[0]).toMatchObject({
      billing_profile_definition: "profiles",
      billing_profiles: [
        { profile_id, network_id: null, start: null, stop: null },
        { profile_id, start: expect.stringMatching(/^20(98|99)-/), stop: null },
      ],
    });
    expect(posted()[0]).not.toHaveProperty("billing_profile_id");
    await waitFor(() => expect(window.location.hash).toBe("#/customer"));
  });

  it("keeps what was typed on a detour to create what a picker lacks", async () => {
    const user = await panel.open("/customer/create");
    await user.type(await field("External ID"), "C-77");
    await user.click(await screen.findByRole("button", { name: "Create customer contact" }));
    await waitFor(() => expect(window.location.hash).toBe("#/contact/create"));
    await chooseFirst(user, "Reseller");
    await user.type(await field("Email"), "fresh@example.org");
    await user.click(await create("Create customer contact"));
    await waitFor(() => expect(window.location.hash).toBe("#/customer/create"));
    expect(await field("External ID")).toHaveProperty("value", "C-77");
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: /^Contact/ })).toHaveProperty("value", "fresh@example.org"),
    );
  });

  it("tells who goes elsewhere on a detour which form waits, and leads back to it as it was left", async () => {
    const user = await panel.open("/customer/create");
    await user.type(await field("External ID"), "C-78");
    await user.click(await screen.findByRole("button", { name: "Create customer contact" }));
    await waitFor(() => expect(window.location.hash).toBe("#/contact/create"));
    expect(screen.queryByText(/is partly filled/)).toBeNull();
    panel.go("/domain");
    expect(await screen.findByText(/^“Create customer” is partly filled/)).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Go back to it" }));
    expect(await field("External ID")).toHaveProperty("value", "C-78");
    expect(screen.queryByText(/is partly filled/)).toBeNull();
  });

  it("keeps everything when the platform does not answer", async () => {
    const user = await panel.open("/domain/create", "reseller");
    panel.intercept = ({ method }) => {
      if (method === "POST") throw new DOMException("timeout", "TimeoutError");
      return undefined;
    };
    await user.type(await field("Domain"), "slow.example");
    await user.click(await create("Create domain"));
    expect((await screen.findByRole("alert")).textContent).toContain("This could not be saved");
    expect(await field("Domain")).toHaveProperty("value", "slow.example");
    panel.intercept = undefined;
    await user.click(await create("Create domain"));
    await waitFor(() => expect(window.location.hash).toBe("#/domain"));
  });
});
