import { Blob } from "node:buffer";
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { noteSavedFiles } from "../../../../tests/support/savedFiles.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";

const panel = await openPanel();
noteSavedFiles();
await Promise.all([import("../../views/ListView.tsx"), import("../../views/ShowView.tsx")]);

async function first(resource: string, query: string): Promise<WireRecord> {
  const { _embedded } = await panel.read(`/api/${resource}/?rows=1&${query}`);
  const [record] = (_embedded as Record<string, WireRecord[]>)[`ngcp:${resource}`] ?? [];
  if (!record) throw new Error(`no record of ${resource} with ${query}`);
  return record;
}

const parts = async () => within(await screen.findByRole("navigation", { name: "Sections of this record" }));

it("lead from a subscriber to their sounds, and note who listens", async () => {
  const user = await panel.open("/dashboard");
  // Responses carry Node's blobs, not jsdom's.
  vi.stubGlobal("Blob", Blob);
  const recording = await first("callrecordings", "status=confirmed");
  const subscriber = recording.caller_subscriber_id ?? recording.callee_subscriber_id;
  panel.go(`/subscriber/${subscriber}/details/recordings`);
  const [link] = await screen.findAllByRole("link", { name: String(recording.caller) });
  expect(link?.getAttribute("href")).toMatch(/^#\/callrecording\/\d+\/details$/);
  panel.go(`/callrecording/${recording.id}/details`);
  await user.click(await screen.findByRole("link", { name: /^Sounds/ }));
  const table = await screen.findByRole("table", { name: "Sounds" });
  const [play] = await within(table).findAllByRole("button", { name: /^Play Sound #/ });
  await user.click(play as HTMLElement);
  await within(table).findByLabelText("Sound");
  await user.click((await parts()).getByRole("link", { name: "Journal" }));
  expect((await screen.findByText("Listened to")).parentElement?.textContent).toContain("test-superusermaster");
  expect(screen.getByText(/^Sound \d+, from 127\.0\.0\.1$/)).toBeTruthy();
});

it("are a part of their call, whose legs are a part of them", async () => {
  const { callid, id } = await first("callrecordings", "status=confirmed");
  const call = await first("calls", `call_id=${encodeURIComponent(String(callid))}`);
  const user = await panel.open(`/call/${call.id}/details`);
  await user.click((await parts()).getByRole("link", { name: /^Call recordings/ }));
  const recordings = await screen.findByRole("table", { name: "Call recordings" });
  const [link] = await within(recordings).findAllByRole("link");
  expect(link?.getAttribute("href")).toBe(`#/callrecording/${id}/details`);
  await user.click(link as HTMLElement);
  await user.click((await parts()).getByRole("link", { name: /^Call legs/ }));
  const legs = await screen.findByRole("table", { name: "Calls" });
  expect((await within(legs).findAllByRole("link")).length).toBeGreaterThan(0);
});

it("are not there for customer care", async () => {
  await panel.open("/callrecording", "ccare");
  expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
});
