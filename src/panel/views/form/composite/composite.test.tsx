import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { openPanel } from "../../../../../tests/support/panel.tsx";
import { endSession } from "../../../providers/session.ts";

const panel = await openPanel();
afterEach(() => {
  // Each test starts without the drafts of the one before.
  endSession("loggedOut");
  panel.intercept = undefined;
  panel.leave();
});

const byId = (id: string) => document.getElementById(`field-${id}`) as HTMLInputElement | null;
const button = (name: string) => screen.queryByRole("button", { name });
const posted = () => panel.requests.filter(({ method }) => method === "POST");

async function fill(user: UserEvent, id: string, text: string): Promise<void> {
  await user.type(await waitFor(() => byId(id) ?? Promise.reject(new Error(id))), text);
}

async function chooseFirst(user: UserEvent, id: string): Promise<void> {
  await user.click(byId(id) as HTMLElement);
  const choices = within(await screen.findByRole("listbox"));
  await user.click((await choices.findAllByRole("option"))[0] as HTMLElement);
}

it("asks only for what the user may create", async () => {
  await panel.open("/customer/create", "ccare");
  await screen.findByRole("button", { name: "Create subscriber" });
  // Customer care looks contacts up, but creates none.
  expect(button("Create customer contact")).toBeNull();
});

it("is a plain form in front of a platform that cannot create all at once", async () => {
  panel.intercept = ({ url }) =>
    url.startsWith("/api/platforminfo") ? Response.json({ type: "sppro", extensions: [] }) : undefined;
  const user = await panel.open("/customer/create");
  expect(await screen.findByRole("button", { name: "Create customer" })).toBeTruthy();
  expect(button("Create subscriber")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Create customer contact" }));
  await waitFor(() => expect(window.location.hash).toBe("#/contact/create"));
});

it("chooses the only choice, and follows what the other records say", async () => {
  const user = await panel.open("/customer/create");
  await user.click(await screen.findByRole("button", { name: "Create subscriber" }));
  await waitFor(() => expect(byId("subscribers-0-primary_number-cc")).toBeTruthy());
  expect(byId("subscribers-0-is_pbx_pilot")).toBeNull();
  expect(byId("subscribers-0-domain_id")?.value).toBe("");

  await user.selectOptions(byId("type") as HTMLElement, "pbxaccount");
  await waitFor(() => expect(byId("subscribers-0-pbx_extension")).toBeTruthy());
  expect(byId("subscribers-0-primary_number-cc")).toBeNull();
  await user.click(byId("subscribers-0-is_pbx_pilot") as HTMLElement);
  await waitFor(() => expect(byId("subscribers-0-primary_number-cc")).toBeTruthy());
  expect(byId("subscribers-0-pbx_extension")).toBeNull();

  // The reseller of the new contact has one domain.
  await user.click(await screen.findByRole("button", { name: "Create customer contact" }));
  await user.type(byId("contact_id-reseller_id") as HTMLElement, "default");
  await user.click(await screen.findByRole("option", { name: /^default/ }));
  await waitFor(() => expect(byId("subscribers-0-domain_id")?.value).toBe("voip.platform.example"));
});

it("sends all in one request, and what is left empty not at all", async () => {
  const user = await panel.open("/customer/create");
  await user.click(await screen.findByRole("button", { name: "Create customer contact" }));
  await waitFor(() => expect(document.activeElement).toBe(byId("contact_id-reseller_id")));
  await chooseFirst(user, "contact_id-reseller_id");
  await fill(user, "contact_id-email", "all@example.org");
  await chooseFirst(user, "billing_profile_id");
  await user.click(await screen.findByRole("button", { name: "Create subscriber" }));
  await user.click(await screen.findByRole("button", { name: "Remove Subscribers 1" }));
  expect(document.activeElement).toBe(button("Create subscriber"));
  await user.click(await screen.findByRole("button", { name: "Create customer" }));
  await screen.findByRole("region", { name: "Next steps" });
  expect(posted()).toMatchObject([
    { url: "/api/customers/composite", body: { contact_id: { email: "all@example.org" } } },
  ]);
  expect(posted()[0]?.body).not.toHaveProperty("subscribers");
});
