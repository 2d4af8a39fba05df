import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPanel } from "../../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../../tests/support/tiers.ts";
import { browserZone } from "../../../kinds/time/browserZone.ts";
import { buildLineCounter } from "./exportList.ts";

const files: Blob[] = [];
const panel = await openPanel();
beforeEach(() => {
  files.length = 0;
  // Missing in jsdom: object URLs.
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  panel.leave();
  vi.restoreAllMocks();
});

const address = "/subscriber?filter=%7B%22status%22%3A%22active%22%7D&sort=username&order=DESC&perPage=5&page=2";

/** Exports the list at a URL, with all or the shown columns, and returns the file's text. */
async function exported(list = address, columns = /^All/): Promise<string> {
  const user = await panel.open(list);
  await user.click(await screen.findByLabelText("Export as CSV"));
  await user.click(await screen.findByLabelText(columns));
  await user.click(screen.getByText("Export", { selector: "button" }));
  await screen.findByText(/rows are in the file/);
  return files[0]?.text() ?? "";
}

describe("an export", () => {
  itRarely("is the same streamed and page by page", async () => {
    const streamed = await exported();
    expect(panel.requests.some(({ url }) => url.includes("format=csv"))).toBe(true);
    const found = Number((await panel.read("/api/subscribers/?rows=1&status=active")).total_count);
    const [heading, ...lines] = streamed.trimEnd().split("\r\n");
    expect(heading).toMatch(/^\u{feff}?Subscriber,Primary number,/u);
    expect(lines).toHaveLength(found);
    panel.leave();

    panel.intercept = ({ url }) =>
      url.startsWith("/api/platforminfo") ? Response.json({ type: "sppro", extensions: [] }) : undefined;
    expect(await exported()).toBe(streamed);
    expect(panel.requests.some(({ url }) => url.includes("format=csv"))).toBe(false);
    expect(panel.requests.some(({ url }) => url.includes("rows=100"))).toBe(true);
  });

  itRarely("read page by page waits for a busy platform, and saves nothing once a page is refused", async () => {
    const plainly = (other: typeof panel.intercept) => {
      panel.intercept = (request) =>
        request.url.startsWith("/api/platforminfo")
          ? Response.json({ type: "sppro", extensions: [] })
          : other?.(request);
    };
    let isBusy = true;
    plainly(({ url }) => {
      if (!url.includes("rows=100") || !isBusy) return undefined;
      isBusy = false;
      return Response.json({ code: 429, message: "Too many" }, { status: 429 });
    });
    expect((await exported()).split("\r\n").length).toBeGreaterThan(5);
    expect(isBusy).toBe(false);
    panel.leave();

    plainly(undefined);
    const user = await panel.open(address);
    await user.click(await screen.findByLabelText("Export as CSV"));
    plainly(({ url }) =>
      url.includes("rows=100") ? Response.json({ code: 422, message: "Not these" }, { status: 422 }) : undefined,
    );
    await user.click(await screen.findByText("Export", { selector: "button" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Nothing was saved. Not these");
    expect(files).toHaveLength(1);
  });

  it("says in which zone its times are, if there are any", async () => {
    const user = await panel.open("/call");
    await user.click(await screen.findByLabelText("Export as CSV"));
    expect(await screen.findByText(new RegExp(`Times are in the time zone ${browserZone()}\\.`))).toBeTruthy();
    panel.leave();
    const other = await panel.open("/domain");
    await other.click(await screen.findByLabelText("Export as CSV"));
    expect(await screen.findByRole("radio", { name: /^As shown/ })).toBeTruthy();
    expect(screen.queryByText(/Times are in/)).toBeNull();
  });

  it("includes the columns that an import needs besides those shown", async () => {
    const [heading] = (await exported("/lnp/numbers?columns=start", /^As shown/)).split("\r\n");
    expect(heading?.replace("\u{feff}", "")).toBe(
      "Number,Start,Carrier,Routing number,Type,End,Carrier prefix,Carrier authoritative,Carrier skips rewrite",
    );
  });

  it("that breaks off saves nothing, says so and can be retried", async () => {
    const user = await panel.open(address);
    await user.click(await screen.findByLabelText("Export as CSV"));
    panel.intercept = ({ url }) =>
      url.includes("format=csv")
        ? new Response(
            new ReadableStream({
              start: (stream) => stream.enqueue(new TextEncoder().encode("a\r\nb\r\n")),
              pull: (stream) => stream.error(new TypeError("network error")),
            }),
          )
        : undefined;
    await user.click(await screen.findByText("Export", { selector: "button" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Nothing was saved.");
    expect(files).toEqual([]);
    panel.intercept = undefined;
    await user.click(screen.getByText("Try again", { selector: "button" }));
    await screen.findByText(/rows are in the file/);
    expect(files).toHaveLength(1);
  });

  it("is aborted by Cancel", async () => {
    const user = await panel.open(address);
    await user.click(await screen.findByLabelText("Export as CSV"));
    let finish = () => {};
    const body = new ReadableStream({
      start: (stream) => {
        finish = () => stream.close();
      },
    });
    panel.intercept = ({ url }) => (url.includes("format=csv") ? new Response(body) : undefined);
    await user.click(await screen.findByText("Export", { selector: "button" }));
    await screen.findByText(/^0 of/);
    await user.click(screen.getByText("Cancel", { selector: "button" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // The rest arrives nevertheless.
    finish();
    await panel.read("/api/domains/");
    expect(files).toEqual([]);
  });
});

it("counts lines across chunks, except between quotes", () => {
  const count = buildLineCounter();
  const parts = ['a,"b\nc', '""\n",d\r', '\n"x"\r\n'].map((part) => count(new TextEncoder().encode(part)));
  expect(parts).toEqual([0, 0, 2]);
});
