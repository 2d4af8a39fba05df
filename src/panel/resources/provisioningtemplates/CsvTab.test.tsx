import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

/** Sends files through the `fetch` of the test, which has no upload progress. */
class RequestByFetch {
  readonly upload = {};
  status = 0;
  responseText = "";
  onload?: () => void;
  onabort?: () => void;
  #url = "";
  #type = "";
  readonly #headers: Record<string, string> = {};

  open(_method: string, url: string): void {
    this.#url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  getResponseHeader(): string {
    return this.#type;
  }
  abort(): void {
    this.onabort?.();
  }
  send(body: Blob): void {
    const reader = new FileReader();
    reader.onload = async () => {
      const answer = await fetch(this.#url, { method: "POST", headers: this.#headers, body: String(reader.result) });
      this.#type = answer.headers.get("Content-Type") ?? "";
      this.status = answer.status;
      this.responseText = await answer.text();
      this.onload?.();
    };
    reader.readAsText(body);
  }
}

const panel = await openPanel();
beforeEach(() => void vi.stubGlobal("XMLHttpRequest", RequestByFetch));
afterEach(() => {
  panel.leave();
  vi.unstubAllGlobals();
});

const open = (tab: string) => panel.open(`/batchprovisioning/1/details/${tab}`);
const paste = async (text: string) =>
  fireEvent.change(await screen.findByRole("textbox", { name: "Or paste lines here" }), { target: { value: text } });
const header = "customer,company,email,extension,person,extra";

it("tells which columns a file has, checks it with a reason for each bad line, runs it, and undoes the run", async () => {
  const user = await open("csv");
  await paste(`${header}\nK1,Kiln,kiln@example.org,901,Ada,x\nK1,Kiln,kiln@example.org,90x,Ben,x`);
  const columns = within(await screen.findByRole("table", { name: "Columns" }));
  expect(columns.getByRole("row", { name: /^customer/ }).textContent).toContain("Yes");
  expect(columns.getByRole("row", { name: /^simultaneous/ }).textContent).toContain("No");
  expect(screen.getByText("Not used: extra")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("1 line is valid.")).toBeTruthy();
  expect(screen.getByText("Nothing is saved yet.")).toBeTruthy();
  const lines = () => within(screen.getByRole("table", { name: "Lines" }));
  expect(lines().getAllByRole("row")[1]?.textContent).toMatch(/^3Error.*Last three digits: Digits only/);

  await user.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("1 line was provisioned.")).toBeTruthy();
  expect(lines().getByRole("link", { name: "Open the record" }).getAttribute("href")).toMatch(/subscriber\/\d+/);

  const runs = () => within(screen.getByRole("table", { name: "Runs" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Undo this run?" }));
  await user.click(dialog.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/^Run undone: 3 records removed/)).toBeTruthy();
  await waitFor(() => expect(runs().getAllByRole("row")[1]?.textContent).toMatch(/Undone by/));
}, 60_000);

it("has a form with the inputs of its fields", async () => {
  const user = await open("form");
  await user.click(await screen.findByRole("button", { name: "Check" }));
  expect((await screen.findAllByText("This field is required")).length).toBeGreaterThan(3);
  for (const [name, value] of Object.entries({
    ...{ "Customer number": "K2", Company: "Loom", Email: "loom@example.org", "Last three digits": "902", Name: "Eve" },
  }))
    fireEvent.change(screen.getByRole("textbox", { name: new RegExp(`^${name}`) }), { target: { value } });
  await user.click(screen.getByRole("button", { name: "Check" }));
  expect(await screen.findByText("Everything is valid. Nothing is saved yet.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Run" }));
  expect((await screen.findByRole("link", { name: "Open the record" })).getAttribute("href")).toMatch(
    /subscriber\/\d+/,
  );
}, 60_000);

it("checks the text while it is typed, and saves it only without faults", async () => {
  const user = await open("editor");
  const area = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Template text" });
  const before = area.value;
  fireEvent.change(area, { target: { value: before.replace("row.company", "row.compny") } });
  expect(
    await screen.findByRole("button", { name: /unknown: row\.compny\. Did you mean row\.company\?/ }),
  ).toBeTruthy();
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  expect(save.disabled).toBe(true);
  fireEvent.change(area, { target: { value: `${before}# The end\n` } });
  await waitFor(() => expect(save.disabled).toBe(false));
  await user.click(save);
  expect(await screen.findByText("Template saved")).toBeTruthy();
});
