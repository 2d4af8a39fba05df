import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

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
  const user = await panel.open("/callflow");
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

it("is closed to those who may not see call data", async () => {
  await panel.open("/callflow", "ccare");
  expect(await screen.findByText("403")).toBeTruthy();
});
