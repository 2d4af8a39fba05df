import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import type { ActionDescriptor } from "../../../core/schema/descriptor.ts";
import { descriptor } from "../../../generated/descriptors/customers.gen.ts";

const suspend: ActionDescriptor = {
  name: "suspend",
  when: { status: "active" },
  fields: ["external_id"],
  required: ["external_id"],
  set: { status: "locked" },
  bulk: true,
};

// No shipped schema has an action: customers have one while these tests run.
Object.assign(descriptor, {
  actions: [suspend],
  statusTransitions: {
    field: "status",
    allowed: [
      { from: [null], to: ["active"] },
      { from: ["active"], to: ["locked"] },
    ],
  },
});
afterAll(() => {
  Reflect.deleteProperty(descriptor, "actions");
  Reflect.deleteProperty(descriptor, "statusTransitions");
});

const panel = await openPanel();
const written = () => panel.requests.filter(({ method }) => method !== "GET");

it("an action is offered on the record, asks for its fields, and says what is wrong at them", async () => {
  const user = await panel.open("/customer/2/details");
  await user.click(await screen.findByRole("button", { name: /suspend/i }));
  const dialog = within(await screen.findByRole("dialog"));
  const input = dialog.getByLabelText(/External ID/);
  await user.clear(input);
  await user.click(dialog.getByRole("button", { name: /suspend/i }));
  await waitFor(() => expect(input.getAttribute("aria-invalid")).toBe("true"));
  expect(written()).toEqual([]);
  await user.type(input, "CASE-7");
  await user.click(dialog.getByRole("button", { name: /suspend/i }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(written()).toMatchObject([
    { method: "POST", url: "/api/customers/2/actions/suspend", body: { external_id: "CASE-7" } },
  ]);
  expect(await panel.read("/api/customers/2")).toMatchObject({ status: "locked", external_id: "CASE-7" });
  await waitFor(() => expect(screen.queryByRole("button", { name: /suspend/i })).toBeNull());
  // No transition leads back.
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(screen.queryByRole("button", { name: /unlock/i })).toBeNull();
});

it("an action is not offered to who may not change the record", async () => {
  await panel.open("/customer/3/details", "superuserReadOnly");
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: /suspend/i })).toBeNull();
});

it("a form offers the statuses alone that transitions lead to", async () => {
  await panel.open("/customer/4/edit");
  const status = await screen.findByLabelText<HTMLSelectElement>(/^Status/);
  expect([...status.options].map(({ value }) => value)).toEqual(["active", "locked"]);
});
