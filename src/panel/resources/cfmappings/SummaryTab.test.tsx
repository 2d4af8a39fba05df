import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { endSession } from "../../providers/session.ts";

const panel = await openPanel();

/** Demo subscribers with forwards, and one without. */
const [first, second, third, without] = [1, 26, 51, 30];
const tabOf = (subscriber: number) => `/subscriber/${subscriber}/details/call-forwarding/summary`;

const flow = (name: RegExp) => screen.findByRole("list", { name });
const steps = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .filter((item) => item.parentElement === list)
    .map((item) => item.textContent);
const setsOf = async (subscriber: number) => {
  const { _embedded } = await panel.read(`/api/cfdestinationsets/?subscriber_id=${subscriber}`);
  return (_embedded as Record<string, WireRecord[]>)["ngcp:cfdestinationsets"] ?? [];
};
/** Timeout and priority of each destination. */
async function timeoutsOf(subscriber: number, name: string) {
  const destinations = (await setsOf(subscriber)).find((set) => set.name === name)?.destinations;
  return (destinations as WireRecord[] | undefined)?.map(({ timeout, priority }) => [timeout, priority]);
}

it("draws the way of a call: caller, ring time, destinations in order, and when", async () => {
  await panel.open(tabOf(second));
  const noAnswer = await flow(/^No answer: To \+44 7700 900026/);
  await waitFor(() => expect(steps(noAnswer)).toHaveLength(6));
  const [caller, phone, mobile, voicemail] = steps(noAnswer);
  expect(caller).toBe("CallerAnyone");
  expect(phone).toBe("Subscriber’s phones25 sec");
  expect(mobile).toBe("Destination 1+44 7700 90002620 sec");
  // It answers by itself: nobody waits for it.
  expect(voicemail).toBe("Destination 2Voicemail");
  const busy = await flow(/^Busy/);
  expect(await within(busy).findByRole("img", { name: "Monday, 08:00 to 18:00" })).toBeTruthy();
  expect(within(busy).queryByRole("img", { name: /^Saturday/ })).toBeNull();
  expect(within(busy).getByText(/^On the subscriber’s clock/)).toBeTruthy();
  expect(within(busy).getByRole("link", { name: "Weekdays" }).getAttribute("href")).toContain("time-set");
});

it("changes the time of a destination in place, and says what is wrong with it", async () => {
  const user = await panel.open(tabOf(second));
  const noAnswer = await flow(/^No answer: To \+44/);
  await user.click(await within(noAnswer).findByRole("button", { name: /^\+44 7700 900026/ }));
  const editor = within(await screen.findByRole("form", { name: "+44 7700 900026" }));
  const time = editor.getByRole("textbox", { name: "Ring time" });
  await user.clear(time);
  await user.type(time, "soon");
  await user.click(editor.getByRole("button", { name: "Save" }));
  expect(await editor.findByText(/Not a duration|duration/i)).toBeTruthy();
  // Another step does not take what is typed away.
  await user.click(within(noAnswer).getByRole("button", { name: /^Voicemail/ }));
  expect(await editor.findByText("Save or cancel this step first.")).toBeTruthy();
  await user.clear(time);
  await user.type(time, "35 s{Enter}");
  const changed = await within(noAnswer).findByRole("button", { name: /^\+44 7700 900026\s*35 sec/ });
  await waitFor(() => expect(document.activeElement).toBe(changed));
  await expect
    .poll(() => timeoutsOf(second, "Mobile, then voicebox"))
    .toEqual([
      [35, 1],
      [300, 2],
    ]);
});

it("changes how long the subscriber’s phones ring", async () => {
  const user = await panel.open(tabOf(second));
  const noAnswer = await flow(/^No answer: To \+44/);
  await user.click(await within(noAnswer).findByRole("button", { name: "No answer after: 25 sec" }));
  const editor = within(await screen.findByRole("form", { name: "No answer after" }));
  const time = editor.getByRole("textbox");
  await user.clear(time);
  await user.type(time, "40{Enter}");
  await within(noAnswer).findByRole("button", { name: "No answer after: 40 sec" });
  await expect.poll(async () => (await panel.read(`/api/cfmappings/${second}`)).cft_ringtimeout).toBe(40);
});

it("moves a destination by keyboard, lets two ring together, and removes one", async () => {
  const user = await panel.open(tabOf(third));
  const noAnswer = await flow(/^No answer: To \+/);
  const mobile = await within(noAnswer).findByRole("button", { name: /20 sec$/ });
  mobile.focus();
  await user.keyboard("{Alt>}{ArrowRight}{/Alt}");
  await waitFor(() => expect(steps(noAnswer)[2]).toContain("Voicemail"));
  await waitFor(() => expect(document.activeElement?.textContent).toContain("20 sec"));
  await expect
    .poll(() => timeoutsOf(third, "Mobile, then voicebox"))
    .toEqual([
      [300, 1],
      [20, 2],
    ]);

  await user.click(within(noAnswer).getByRole("button", { name: /20 sec$/ }));
  await user.click(await screen.findByRole("button", { name: "Ring with the one before" }));
  await waitFor(() => expect(steps(noAnswer)[2]).toMatch(/^Destination 1: ring together.*20 sec/));

  await user.click(within(noAnswer).getByRole("button", { name: /20 sec$/ }));
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(within(noAnswer).queryByRole("button", { name: /20 sec$/ })).toBeNull());
  await expect.poll(() => timeoutsOf(third, "Mobile, then voicebox")).toEqual([[300, 1]]);
  expect(document.activeElement?.textContent).toBe("Add destination");
});

it("adds a destination behind the last, and tells which forwards share the set", async () => {
  const user = await panel.open(tabOf(second));
  const unavailable = await flow(/^Unavailable/);
  await user.click(await within(unavailable).findByRole("button", { name: "Add destination" }));
  const editor = within(await screen.findByRole("form", { name: "Destination 2" }));
  expect(editor.getByText(/^Also used by Busy, No answer:/)).toBeTruthy();
  await user.selectOptions(editor.getByRole("combobox", { name: "Destination" }), "Number or SIP URI");
  await user.type(await editor.findByRole("textbox", { name: /number or SIP URI/ }), "442079460999");
  await user.click(editor.getByRole("button", { name: "Save" }));
  await within(unavailable).findByRole("button", { name: /^\+44 20 7946 0999\s*30 sec/ });
});

const setOf = async (resource: string, name: string) => {
  const { _embedded } = await panel.read(`/api/${resource}/?subscriber_id=${second}`);
  return (_embedded as Record<string, WireRecord[]>)[`ngcp:${resource}`]?.find((set) => set.name === name);
};
const forwardsOf = async (type: string) => (await panel.read(`/api/cfmappings/${second}`))[type] as WireRecord[];

it("changes a time set in the picture of the forward that uses it, by keyboard", async () => {
  const user = await panel.open(tabOf(second));
  const busy = await flow(/^Busy/);
  const edit = await within(busy).findByRole("button", { name: "Edit: At these times" });
  edit.focus();
  await user.keyboard("{Enter}");
  const editor = within(await screen.findByRole("form", { name: "At these times" }));
  const [monday] = await editor.findAllByRole("slider");
  monday?.focus();
  await user.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
  const name = editor.getByRole("textbox", { name: "Name" });
  await user.clear(name);
  await user.click(editor.getByRole("button", { name: "Save" }));
  expect(await editor.findByText("This field is required")).toBeTruthy();
  await user.type(name, "Office{Enter}");
  await within(busy).findByRole("img", { name: "Monday, 08:00 to 18:30" });
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Edit: At these times"));
  const times = (await setOf("cftimesets", "Office"))?.times as WireRecord[];
  expect(times.map(({ wday, hour, minute }) => [wday, hour, minute])).toEqual([
    ["2", "8-17", null],
    ["2", "18", "0-29"],
    ["3-6", "8-17", null],
  ]);
  expect(panel.written().filter((one) => one.includes("cfmappings"))).toEqual([]);
});

it("makes a set of callers for a forward, once, even if the forward is refused at first", async () => {
  const user = await panel.open(tabOf(second));
  const busy = await flow(/^Busy/);
  await user.click(await within(busy).findByRole("button", { name: "Edit: Caller" }));
  const editor = within(await screen.findByRole("form", { name: "Caller" }));
  await user.selectOptions(editor.getByRole("combobox", { name: "Source set" }), "Create source set");
  await user.type(editor.getByRole("textbox", { name: "Name" }), "Family and friends");
  await user.click(editor.getByRole("button", { name: /^Add/ }));
  await user.type(await editor.findByRole("textbox", { name: "Number or pattern" }), "442079460123");
  panel.intercept = ({ method, url }) =>
    method === "PATCH" && url.includes("cfmappings") ? new Response(null, { status: 503 }) : undefined;
  await user.click(editor.getByRole("button", { name: "Save" }));
  expect(await editor.findByRole("alert")).toBeTruthy();
  panel.intercept = undefined;
  await user.click(editor.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(steps(await flow(/^Busy/))[0]).toMatch(/Only.*Family and friends/), {
    timeout: 30_000,
  });
  const set = await setOf("cfsourcesets", "Family and friends");
  await expect.poll(async () => (await forwardsOf("cfb"))[0]?.sourceset_id).toBe(set?.id);
  expect(panel.written().filter((one) => one.startsWith("POST"))).toEqual(["POST /api/cfsourcesets/"]);
});

it("lifts a restriction by choosing none", async () => {
  const user = await panel.open(tabOf(second));
  const busy = await flow(/^Busy/);
  await user.click(await within(busy).findByRole("button", { name: "Edit: At these times" }));
  const editor = within(await screen.findByRole("form", { name: "At these times" }));
  await user.selectOptions(editor.getByRole("combobox", { name: "Time set" }), "Always");
  await user.click(editor.getByRole("button", { name: "Save" }));
  await within(busy).findByText(/Destination 1/);
  await expect.poll(async () => (await forwardsOf("cfb"))[0]?.timeset_id).toBe(null);
  // It is still there to be chosen again.
  expect(await setOf("cftimesets", "Office")).toBeTruthy();
});

it("starts a type of forwards with its first destination", async () => {
  const user = await panel.open(tabOf(without));
  await user.click(await screen.findByRole("button", { name: "Busy: Add forwarding" }));
  const editor = within(await screen.findByRole("form", { name: "Busy" }));
  await user.click(editor.getByRole("button", { name: "Save" }));
  expect(await editor.findByText("This field is required")).toBeTruthy();
  await user.selectOptions(editor.getByRole("combobox", { name: "Destination" }), "Voicemail");
  await user.click(editor.getByRole("button", { name: "Save" }));
  const busy = await flow(/^Busy: To Voicemail/);
  expect(steps(busy)[1]).toBe("Destination 1Voicemail");
  expect(panel.written()).toEqual([`PATCH /api/callforwards/${without}`]);
});

it("asks how long phones ring before nobody answers, and for no time of what answers by itself", async () => {
  const user = await panel.open(tabOf(without));
  await user.click(await screen.findByRole("button", { name: "No answer: Add forwarding" }));
  const editor = within(await screen.findByRole("form", { name: "No answer" }));
  expect(editor.getByRole("textbox", { name: "Ring time" })).toBeTruthy();
  await user.selectOptions(editor.getByRole("combobox", { name: "Destination" }), "Voicemail");
  expect(editor.queryByRole("textbox", { name: "Ring time" })).toBeNull();
  const time = editor.getByRole("textbox", { name: "No answer after" });
  await user.clear(time);
  await user.type(time, "20 s{Enter}");
  const noAnswer = await flow(/^No answer: To Voicemail/);
  expect(steps(noAnswer).slice(1, 3)).toEqual(["Subscriber’s phones20 sec", "Destination 1Voicemail"]);
  expect((await panel.read(`/api/cfmappings/${without}`)).cft_ringtimeout).toBe(20);
});

it("only shows them to who may not change them", async () => {
  await panel.open(tabOf(second), "superuserReadOnly");
  const busy = await flow(/^Busy/);
  await waitFor(() => expect(steps(busy)).toContainEqual(expect.stringMatching(/^Destination 1Voicemail/)));
  expect(screen.queryByRole("button", { name: /Add|Only|Edit:|Reset|Voicemail/ })).toBeNull();
});

it("says in the form behind “Edit” that a draft has come back, and changes nothing once that is discarded", async () => {
  const user = await panel.open(tabOf(first));
  const before = await panel.read("/api/cfmappings/1");
  const edit = () => screen.findByRole("button", { name: "Edit: No answer" });
  await user.click(await edit());
  const ringTime = () => screen.findByRole<HTMLInputElement>("textbox", { name: "No answer after" });
  await waitFor(() => expect(window.location.hash).toContain("/edit"));
  expect(screen.queryByText(/has been restored/)).toBeNull();
  await user.clear(await ringTime());
  await user.type(await ringTime(), "44 s");
  endSession("expired");
  panel.leave();
  const again = await panel.open(tabOf(first));
  await again.click(await edit());
  expect(await screen.findByText(/What you typed here earlier has been restored/)).toBeTruthy();
  expect((await ringTime()).value).toBe("44 sec");
  await again.click(screen.getByRole("button", { name: "Discard it" }));
  await waitFor(async () => expect((await ringTime()).value).not.toBe("44 sec"));
  expect(panel.written()).toEqual([]);
  await again.click(screen.getByRole("button", { name: "Save and close" }));
  await waitFor(() => expect(window.location.hash).not.toContain("/edit"));
  expect(await panel.read("/api/cfmappings/1")).toEqual(before);
});
