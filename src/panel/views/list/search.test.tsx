import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { firstUnlessAll, itRarely } from "../../../../tests/support/tiers.ts";

const panel = await openPanel();
beforeEach(() => {
  latency = 0;
  texts.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  watch.disconnect();
  panel.leave();
});

/** Simulated latency of list requests in milliseconds, with fake timers. */
let latency = 0;
const domains = ["voip.example", "sip.albion.example", "sip.bayview.example", "sip.spreeklang.example"];
const searched = (url: string) => new URL(url, "http://panel").searchParams.get("domain") ?? "";

/** The domain list of a slow platform. */
async function openSlowly(): Promise<HTMLInputElement> {
  await panel.open("/domain");
  panel.intercept = ({ url }) => {
    if (!url.startsWith("/api/domains/?")) return undefined;
    const text = searched(url).replaceAll("*", "");
    const found = domains.flatMap((domain, index) => (domain.includes(text) ? [{ id: index + 1, domain }] : []));
    const answer = Response.json({ _embedded: { "ngcp:domains": found }, total_count: found.length });
    if (latency === 0) return answer;
    return new Promise((resolve) => setTimeout(() => resolve(answer), latency));
  };
  return within(await screen.findByRole("main")).findByRole<HTMLInputElement>("searchbox");
}

/** Every text that the box has shown, also between frames. */
const texts: (string | null)[] = [];
const watch = new MutationObserver((changes) => {
  for (const { target } of changes) texts.push((target as Element).getAttribute("value"));
});

const type = (box: HTMLInputElement, text: string) => fireEvent.change(box, { target: { value: text } });
const enter = (box: HTMLInputElement) => fireEvent.keyDown(box, { key: "Enter" });
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const takeTheClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
const addressed = () => decodeURIComponent(window.location.hash);
const rows = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

/** The box, the URL and the rows agree. */
async function expectFound(box: HTMLInputElement, text: string) {
  expect(box.value).toBe(text);
  expect(addressed()).toContain(`"domain":"${text}"`);
  const found = domains.filter((domain) => domain.includes(text));
  await vi.waitFor(() => expect(rows()).toEqual(found), { timeout: 120_000 });
}

describe.each(firstUnlessAll([450, 0]))("a search with responses after %i ms", (milliseconds) => {
  it("keeps the typed text, however late Enter follows", async () => {
    const box = await openSlowly();
    await screen.findByRole("rowheader", { name: "sip.bayview.example" });
    watch.observe(box, { attributes: true, attributeFilter: ["value"] });
    takeTheClock();
    latency = milliseconds;
    for (let pause = 0; pause <= 600; pause += 20) {
      const word = pause % 40 === 0 ? "bayview" : "spreeklang";
      texts.length = 0;
      type(box, word.slice(0, -1));
      await pass(60);
      type(box, word);
      await pass(pause);
      enter(box);
      await pass(1_000);
      await expectFound(box, word);
      expect(texts.filter((text) => !word.startsWith(text ?? "-") || text === "")).toEqual([]);
    }
  });
});

it("keeps text typed while the first rows load", async () => {
  latency = 900;
  const box = await openSlowly();
  expect(screen.queryByRole("rowheader")).toBeNull();
  takeTheClock();
  type(box, "bay");
  await pass(40);
  type(box, "bayview");
  await pass(2_000);
  await expectFound(box, "bayview");
});

itRarely("keeps further input while the URL lags behind, including a trailing space", async () => {
  const box = await openSlowly();
  await screen.findByRole("rowheader", { name: "sip.bayview.example" });
  takeTheClock();
  type(box, "sip ");
  vi.advanceTimersByTime(300);
  // Nothing has rendered since: the URL does not have it yet.
  type(box, `${box.value}bay`);
  expect(box.value).toBe("sip bay");
  await pass(1_000);
  expect(box.value).toBe("sip bay");
  expect(addressed()).toContain('"domain":"sip bay"');
});

itRarely("survives other changes made before the URL has it", async () => {
  const box = await openSlowly();
  await screen.findByRole("rowheader", { name: "sip.bayview.example" });
  takeTheClock();
  type(box, "sip");
  enter(box);
  fireEvent.click(within(screen.getByRole("columnheader", { name: "Domain" })).getByRole("button"));
  await pass(1_000);
  await expectFound(box, "sip");
  expect(addressed()).toContain("sort=domain");
});

it("shows the list's search when it changes elsewhere", async () => {
  const box = await openSlowly();
  await screen.findByRole("rowheader", { name: "sip.bayview.example" });
  type(box, "nowhere");
  enter(box);
  fireEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(rows()).toEqual(domains));
  expect(box.value).toBe("");
  type(box, "bayview");
  enter(box);
  await waitFor(() => expect(rows()).toEqual(["sip.bayview.example"]));
  window.history.back();
  await waitFor(() => expect(box.value).toBe(""));
  await waitFor(() => expect(rows()).toEqual(domains));
});
