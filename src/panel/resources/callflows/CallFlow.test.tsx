import { screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { TestPanel } from "../../../../tests/support/panel.tsx";
import { writeText } from "../../../core/sip/captureText.ts";
import { writePcap } from "../../../core/sip/pcap.ts";
import { buildSampleCall, type SampleKind } from "../../../core/sip/sampleCalls.ts";

let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
  // Load the lazy modules before the first test's timeout starts.
  await Promise.all([import("./DetailsScreen.tsx"), import("./FilePage.tsx")]);
});
afterAll(() => panel.stop());
afterEach(() => panel.leave());

/** The stored calls, from the oldest on. */
async function storedCalls(): Promise<{ readonly id: string; readonly response: number; readonly messages: number }[]> {
  const body = (await panel.read("/api/callflows/?rows=50&order_by=timestamp")) as {
    _embedded: { "ngcp:callflows": { id: string; response: number; messages: number }[] };
  };
  return body._embedded["ngcp:callflows"];
}

const ladder = () => screen.findByRole("table", { name: /^Messages of the call/ });

it("draws a stored call as a table, and opens messages by keyboard", async () => {
  const user = await panel.open("/callflow");
  const busy = (await storedCalls()).findLast(({ response }) => response === 486);
  if (!busy) throw new Error("no call is busy");
  await user.click(await screen.findByRole("link", { name: busy.id }));
  const table = within(await ladder());
  expect(table.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "No.",
    "Time",
    "After",
    expect.stringMatching(/^198\.51\.100\.\d+:5060Tessel/),
    "192.0.2.5:5060, :5062Patchbay demonstration proxy",
    expect.stringMatching(/^198\.51\.100\.\d+:5060Tessel/),
  ]);
  expect(table.getAllByRole("row").length).toBe(busy.messages + 1);
  const invite = table.getAllByRole("button", { name: /^198\.51\.100\.\d+:5060 to 192\.0\.2\.5:5060: INVITE SDP$/ })[0];
  invite?.focus();
  await user.keyboard("{Enter}");
  const message = within(await screen.findByRole("complementary", { name: "Message 1" }));
  expect(message.getByText(/^Audio at .*sends and receives\. Codecs: G722 8 kHz, PCMA 8 kHz/)).toBeTruthy();
  expect(message.getByText("Call-ID").nextSibling?.textContent).toBe(`: ${busy.id}`);
  expect(document.activeElement?.textContent).toBe("1. INVITE");
  await user.click(message.getByRole("button", { name: "Next" }));
  expect(await screen.findByRole("complementary", { name: "Message 2" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("complementary", { name: /^Message/ })).toBeNull();
  expect(document.activeElement).toBe(invite);
});

it("filters by method, party and text, and compares with another call", async () => {
  const user = await panel.open("/callflow/file");
  const [call, other] = await storedCalls();
  if (!call || !other) throw new Error("no calls");
  window.location.hash = `/callflow/${encodeURIComponent(call.id)}/details`;
  const rows = async () => within(await ladder()).getAllByRole("row").length - 1;
  expect(await rows()).toBe(call.messages);
  await user.selectOptions(screen.getByLabelText("Method"), "BYE");
  expect(await rows()).toBe(4);
  await user.selectOptions(screen.getByLabelText("Party"), "0");
  expect(await rows()).toBe(2);
  await user.type(screen.getByLabelText("Search in messages"), "no such text");
  expect(await screen.findByText("No message matches the filters.")).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Compare with"), other.id);
  expect((await screen.findAllByRole("table", { name: /^Messages of the call/ })).length).toBe(2);
  expect(window.location.hash).toContain(`with=${encodeURIComponent(other.id)}`);
});

const phone = (user: string, address: string) => ({
  user,
  domain: "example.org",
  endpoint: { address, port: 5060 },
  agent: "",
});
const sample = (kind: SampleKind) =>
  buildSampleCall(kind, {
    callId: `${kind}@x`,
    start: 1_767_225_600_000_000,
    caller: phone("431", "198.51.100.20"),
    callee: phone("432", "203.0.113.7"),
    third: phone("433", "203.0.113.9"),
  });

it("draws files without sending them, and says why it refuses others", async () => {
  const user = await panel.open("/callflow/file");
  await screen.findByRole("button", { name: "Choose a file" });
  const picker = document.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(picker, new File([writePcap([...sample("repeated"), ...sample("busy")])], "mail.pcap"));
  expect(await screen.findByText(/^26 messages · 4 sent again$/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText("Call"), "busy@x");
  expect(within(await ladder()).getAllByRole("row").length).toBe(9);
  await user.upload(picker, new File([Uint8Array.from([0x89, 0, 0, 0])], "picture.png"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^This is neither a pcap/);
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(screen.getByText("Paste text instead"));
  await user.click(screen.getByLabelText("Captured messages"));
  await user.paste(writeText(sample("busy")).replaceAll(/\S+Z /g, ""));
  await user.click(screen.getByRole("button", { name: "Draw" }));
  expect(await screen.findByText(/does not say when messages were sent/)).toBeTruthy();
  expect(within(await ladder()).getAllByRole("columnheader").length).toBe(4);
  expect(panel.written()).toEqual([]);
});

it("is closed to those who may not see call data", async () => {
  await panel.open("/callflow/file", "ccare");
  expect(await screen.findByText("403")).toBeTruthy();
});
