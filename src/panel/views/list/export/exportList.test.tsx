import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { TestPanel } from "../../../../../tests/support/panel.tsx";
import { buildLineCounter } from "./csvRows.ts";

let panel: TestPanel;
const files: Blob[] = [];
beforeAll(async () => {
  panel = await TestPanel.start();
  // Compiled at first use: before the clock of a test runs.
  await Promise.all([import("../../ListView.tsx"), import("../views/ListExtras.tsx"), import("./ExportDialog.tsx")]);
}, 120_000);
afterAll(() => panel.stop());
beforeEach(() => {
  files.length = 0;
  // What jsdom lacks: the browser's own store of files.
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  panel.leave();
  vi.restoreAllMocks();
});

const address = "/subscriber?filter=%7B%22status%22%3A%22active%22%7D&sort=username&order=DESC&perPage=5&page=2";

/** Exports the list at an address with all its columns, and gives the file's text. */
async function exported(): Promise<string> {
  const user = await panel.open(address);
  await user.click(await screen.findByLabelText("Export as CSV"));
  await user.click(await screen.findByLabelText(/^All/));
  await user.click(screen.getByText("Export", { selector: "button" }));
  await screen.findByText(/rows are in the file/);
  return files[0]?.text() ?? "";
}

describe("an export", () => {
  it("is the same from a platform that streams it and from one that is read page by page", async () => {
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

  it("that breaks off saves nothing, says so and can be tried again", async () => {
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

  it("is called off by Cancel", async () => {
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
    // The rest comes all the same.
    finish();
    await panel.read("/api/domains/");
    expect(files).toEqual([]);
  });
});

it("lines are counted across parts, those between quotes left out", () => {
  const count = buildLineCounter();
  const parts = ['a,"b\nc', '""\n",d\r', '\n"x"\r\n'].map((part) => count(new TextEncoder().encode(part)));
  expect(parts).toEqual([0, 0, 2]);
});
