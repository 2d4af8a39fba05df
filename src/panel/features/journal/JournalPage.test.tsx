import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { TestPanel } from "../../../../tests/support/panel.tsx";
import { bulkRunHeader } from "../../../core/api/panelHeaders.ts";
import { send } from "../../providers/http.ts";

let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
  await Promise.all([import("./JournalPage.tsx"), import("../../views/ShowView.tsx")]);
});
afterAll(() => panel.stop());
afterEach(() => panel.leave());

const entry = {
  id: 9,
  resource_name: "domains",
  resource_id: 3,
  operation: "update",
  timestamp: "2026-01-02T03:04:05Z",
  username: "ada",
  changes: { domain: { before: "old.example", after: "new.example" }, reseller_id: { before: 1, after: 2 } },
  restorable: ["domain"],
  returns: false,
  restored_id: 4,
  exists: true,
  title: "new.example",
  unit: "abc",
  run: null,
};

function answer(entries: readonly object[], next?: string) {
  return Response.json({
    _embedded: { "ngcp:journals": entries },
    _links: next ? { next: { href: next } } : {},
    total_count: null,
    resources: ["domains", "customers"],
  });
}

it("shows each change with its record, and what it restores", async () => {
  panel.intercept = ({ url }) => (url.startsWith("/api/journals/") ? answer([entry]) : undefined);
  await panel.open("/journal");
  const item = (await screen.findByRole("link", { name: "new.example" })).closest("li") as HTMLElement;
  expect(item.textContent).toContain("ada");
  const hrefs = within(item)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(expect.arrayContaining(["#/journal?entry=9", "#/journal?entry=4", "#/journal?unit=abc"]));
  expect(within(item).getByRole("button", { name: "Restore: Domain" })).toBeTruthy();
  expect(within(item).queryByRole("button", { name: "Restore: Reseller" })).toBeNull();
});

it("has its filters in the address, and asks for more by the last entry", async () => {
  const asked: string[] = [];
  panel.intercept = ({ url }) => {
    if (!url.startsWith("/api/journals/")) return undefined;
    asked.push(url);
    return url.includes("before=") ? answer([{ ...entry, id: 2 }]) : answer([entry], "/api/journals/?before=9");
  };
  const user = await panel.open("/journal?resource=domains&operation=update");
  await screen.findByRole("link", { name: "new.example" });
  await user.type(screen.getByRole("textbox", { name: "User" }), "ada{Enter}");
  await waitFor(() => expect(location.hash).toContain("username=ada"));
  await waitFor(() => expect(asked.at(-1)).toContain("username=ada"));
  expect(asked.at(-1)).toMatch(/resource=domains.*operation=update/);
  await user.click(await screen.findByRole("button", { name: "Older changes" }));
  await waitFor(() => expect(asked.at(-1)).toContain("before=9"));
  await waitFor(() => expect(screen.getAllByRole("link", { name: "new.example" })).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(location.hash).toBe("#/journal"));
});

it("says when nothing matches, and offers a retry after a failure", async () => {
  let fails = true;
  panel.intercept = ({ url }) => {
    if (!url.startsWith("/api/journals/")) return undefined;
    return fails ? Response.json({ code: 500, message: "Broken" }, { status: 500 }) : answer([]);
  };
  const user = await panel.open("/journal");
  expect((await screen.findByRole("alert")).textContent).toContain("Broken");
  fails = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No changes found.")).toBeTruthy();
});

it("verifies the journal on click", async () => {
  const user = await panel.open("/journal");
  await user.click(await screen.findByRole("button", { name: "Verify journal" }));
  expect(await screen.findByText(/^The journal is complete/)).toBeTruthy();
  expect(screen.queryByText(/retention/)).toBeNull();
  panel.intercept = ({ url }) =>
    url === "/api/journals/verification"
      ? Response.json({ entries: 7, dropped: 1200, head: "a", broken: null, knowsHash: null })
      : undefined;
  await user.click(screen.getByRole("button", { name: "Verify journal" }));
  expect(await screen.findByText("Removed after the retention period: 1,200")).toBeTruthy();
});

it("restores a field on the record's page: what changes is shown first, and a newer value only overwritten knowingly", async () => {
  const user = await panel.open("/customer/5/details/master-data");
  await screen.findByRole("heading", { level: 1, name: "Copperbeech Dental" });
  const change = (value: string) => panel.change("/api/customers/5", "external_id", value);
  await change("first-value");
  await change("second-value");
  await change("third-value");
  panel.go("/customer/5/details/journal");
  const buttons = await screen.findAllByRole("button", { name: "Restore these values" });
  await user.click(buttons[1] as HTMLElement);
  const dialog = await screen.findByRole("alertdialog");
  expect(await within(dialog).findByText("first-value")).toBeTruthy();
  expect(within(dialog).getByText(/^Changed since: External ID/)).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(screen.getAllByRole("button", { name: "Restore these values" })[0] as HTMLElement);
  const next = await screen.findByRole("alertdialog");
  expect(await within(next).findByText("second-value")).toBeTruthy();
  expect(within(next).queryByText(/^Changed since/)).toBeNull();
  await user.click(within(next).getByRole("button", { name: "Restore" }));
  expect(await screen.findByText("Restored", { selector: "strong" })).toBeTruthy();
  await waitFor(() => expect(document.querySelector("header dl")?.textContent).toContain("second-value"));
  expect((await panel.read("/api/customers/5")).external_id).toBe("second-value");
});

it("restores a whole bulk run, except for what was changed since", async () => {
  const user = await panel.open("/journal");
  await screen.findByRole("heading", { level: 1, name: "Journal" });
  const before = await Promise.all([6, 7, 8].map((id) => panel.read(`/api/customers/${id}`)));
  for (const id of [6, 7, 8]) {
    await send({
      method: "PATCH",
      path: `/api/customers/${id}`,
      body: [{ op: "replace", path: "/external_id", value: `run-${id}` }],
      headers: { "Content-Type": "application/json-patch+json", [bulkRunHeader]: "one-run" },
    });
  }
  await panel.change("/api/customers/8", "external_id", "changed-since");
  panel.go("/journal?run=one-run");
  await user.click(await screen.findByRole("button", { name: "Restore the whole run" }));
  const dialog = await screen.findByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: "Restore" }));
  const outcome = await screen.findByText(/^Restored: 2 of 3/);
  expect(outcome.textContent).toContain("Changed since");
  const after = await Promise.all([6, 7, 8].map((id) => panel.read(`/api/customers/${id}`)));
  const idOf = (record: Record<string, unknown> | undefined) => record?.external_id ?? null;
  expect(after.map(idOf)).toEqual([idOf(before[0]), idOf(before[1]), "changed-since"]);
});

it("shows what was dropped after its time, of no record and by nobody", async () => {
  const dropped = {
    ...entry,
    ...{ resource_name: "journals", resource_id: 0, operation: "delete", user_id: 0, username: "platform" },
    changes: {
      from: { before: "2025-01-01T00:00:00Z", after: null },
      until: { before: "2025-02-01T00:00:00Z", after: null },
      records: { before: 41234, after: 0 },
    },
    ...{ restorable: [], restored_id: null, exists: false, title: null, unit: null },
  };
  panel.intercept = ({ url }) => (url.startsWith("/api/journals/") ? answer([dropped]) : undefined);
  await panel.open("/journal");
  const item = (await screen.findByText("41,234")).closest("li") as HTMLElement;
  expect(item.textContent).toMatch(
    /^Removed Journal entries · Scheduled work .*Records removed41,234From.*2025.*Until/,
  );
  expect(within(item).getAllByRole("link")).toHaveLength(1);
});

it("calls preferences by their labels, and leads to their owner's journal", async () => {
  const of = { resource_name: "domainpreferences", resource_id: 3, title: "of.example", restored_id: null };
  const changes = { concurrent_max: { before: 3, after: 4 } };
  panel.intercept = ({ url }) =>
    url.startsWith("/api/journals/") ? answer([{ ...entry, ...of, changes, restorable: [] }]) : undefined;
  await panel.open("/journal");
  const item = (await screen.findByRole("link", { name: "of.example" })).closest("li") as HTMLElement;
  expect(within(item).getByRole("rowheader", { name: "Concurrent calls" })).toBeTruthy();
  expect(item.textContent).toContain("Domain: preferences");
  expect(screen.getByRole("link", { name: "of.example" }).getAttribute("href")).toBe("#/domain/3/details/journal");
});
