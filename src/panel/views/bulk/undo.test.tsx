import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../tests/support/tiers.ts";
import { send } from "../../providers/http.ts";

const panel = await openPanel();

/** The notice with this text. */
const notice = async (text: string) => {
  const found = (await screen.findByText(text)).closest<HTMLElement>(".MuiAlert-root");
  if (!found) throw new Error(`${text} is in no notice`);
  return found;
};
const undo = async (user: UserEvent, text: string) =>
  user.click(within(await notice(text)).getByRole("button", { name: "Undo" }));

async function changeExternalId(user: UserEvent, title: string, value: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: new RegExp(`^External ID of ${title}`) }));
  await user.clear(screen.getByRole("textbox", { name: /^External ID/ }));
  await user.keyboard(`${value}{Enter}`);
}

it("undoes an inline text change", async () => {
  const user = await panel.open("/customer");
  const before = (await panel.read("/api/customers/2")).external_id;
  await changeExternalId(user, "Foxglove Bakery", "GB-9");
  await undo(user, "External ID of Foxglove Bakery changed");
  expect(await notice("1 change undone")).toBeTruthy();
  expect((await panel.read("/api/customers/2")).external_id).toBe(before);
  const shown = screen.getByRole("button", { name: /^External ID of Foxglove Bakery/ });
  expect(shown.textContent).toBe(before);
});

itRarely("leaves a value alone that someone else has changed since", async () => {
  const user = await panel.open("/customer");
  await changeExternalId(user, "Foxglove Bakery", "GB-10");
  await notice("External ID of Foxglove Bakery changed");
  await send({
    method: "PATCH",
    path: "/api/customers/2",
    // The user's own next change would end the offer.
    inBackground: true,
    headers: { "Content-Type": "application/json-patch+json" },
    body: [{ op: "replace", path: "/external_id", value: "THEIRS" }],
  });
  await undo(user, "External ID of Foxglove Bakery changed");
  expect(await screen.findByText(/^Foxglove Bakery.*: The value has been changed again/)).toBeTruthy();
  expect((await panel.read("/api/customers/2")).external_id).toBe("THEIRS");
});

itRarely("offers to undo only the last change", async () => {
  const user = await panel.open("/customer");
  await changeExternalId(user, "Foxglove Bakery", "GB-11");
  await notice("External ID of Foxglove Bakery changed");
  await changeExternalId(user, "Tidewater", "GB-12");
  await notice("External ID of Tidewater Logistics changed");
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
});

it("undoes what a form has saved, with all of its fields", async () => {
  const user = await panel.open("/customer/2/edit");
  const before = await panel.read("/api/customers/2");
  const field = await screen.findByRole("textbox", { name: /^External ID/ });
  await user.clear(field);
  await user.type(field, "by-form");
  const most = screen.getByRole("textbox", { name: /^Maximum subscribers/ });
  await user.clear(most);
  await user.type(most, "77");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("button", { name: "Undo" });
  expect(await panel.read("/api/customers/2")).toMatchObject({ external_id: "by-form", max_subscribers: 77 });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await notice("1 change undone");
  const { external_id, max_subscribers } = before;
  expect(await panel.read("/api/customers/2")).toMatchObject({ external_id, max_subscribers });
  const shown = screen.getByRole<HTMLInputElement>("textbox", { name: /^External ID/ });
  await waitFor(() => expect(shown.value).toBe(external_id ?? ""));
});

it.each([
  ["Master", "/administrator"],
  ["Active", "/administrator"],
  ["Read-only", "/administrator"],
  ["Prepaid", "/billing", /takes effect at once\. Affected: Customers: \d+\.$/],
  ["Mode", "/ncos", /^New value: (Only|All but) these numbers\./],
  ["Priority", "/peering", /^New value: 8\..* Affected: Outbound rules: \d+\.$/],
])("asks before %s changes by a slip", async (name, address, text = /^New value: (Yes|No)\./) => {
  const user = await panel.open(address);
  const [first] = await screen.findAllByLabelText(new RegExp(`^${name}(,| of) `));
  const label = first?.getAttribute("aria-label") ?? "";
  for (const answer of ["Cancel", "Change"]) {
    await user.click(screen.getByLabelText(label));
    const editor = screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label);
    if (editor instanceof HTMLSelectElement)
      await user.selectOptions(editor, [...editor.options].filter(({ selected }) => !selected)[0] as HTMLElement);
    else if (name === "Priority") await user.keyboard("{Backspace}8{Enter}");
    const question = await screen.findByRole("alertdialog", { name: new RegExp(`^Change ${name} of `) });
    await waitFor(() => expect(question.querySelector("p")?.textContent).toMatch(text));
    expect(panel.written()).toEqual([]);
    await user.click(within(question).getByRole("button", { name: answer }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  }
  await waitFor(() => expect(panel.written()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByLabelText(label)?.getAttribute("aria-busy") ?? "false").toBe("false"));
});
