import { Blob } from "node:buffer";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { noteSavedFiles } from "../../../../tests/support/savedFiles.ts";
import { writeTone } from "../../../core/values/tone.ts";

const panel = await openPanel();
const saved = noteSavedFiles();

const set = "/sound/1/details/handles";

/** A handle's row, and the file input behind its button. */
async function handle(name: string) {
  const row = (await screen.findByText(name, { selector: "li > span" })).closest("li");
  const picker = row?.querySelector<HTMLInputElement>("input[type=file]");
  if (!row || !picker) throw new Error(`no handle ${name}`);
  return { row, picker };
}

it("stores a chosen sound on save, and nothing after undo", async () => {
  const user = await panel.open(set);
  const { row, picker } = await handle("Calling card: enter the PIN");
  row.closest("details")?.setAttribute("open", "");
  const file = new File([writeTone({ hertz: 440, milliseconds: 20 }) as Uint8Array<ArrayBuffer>], "pin.wav", {
    type: "audio/x-wav",
  });
  await user.upload(picker, file);
  await within(row).findByText(/^pin\.wav, 1 KB, not saved yet$/);
  await user.click(screen.getAllByRole("link", { name: "Sound sets" })[0] as HTMLElement);
  const question = await screen.findByRole("alertdialog");
  within(question).getByText(/not saved and will be lost/);
  await user.click(within(question).getByRole("button", { name: "Stay" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await user.click(within(row).getByRole("button", { name: "Undo: Calling card: enter the PIN" }));
  await within(row).findByText("No sound");
  expect(panel.written()).toEqual([]);
  await user.upload(picker, file);
  await user.click(await within(row).findByRole("button", { name: "Save the sound for Calling card: enter the PIN" }));
  await within(row).findByText("pin.wav");
  expect(panel.written()).toEqual(["POST /api/soundfiles/"]);

  // Responses carry Node's blobs, not jsdom's.
  vi.stubGlobal("Blob", Blob);
  await user.click(within(row).getByRole("button", { name: /^Download/ }));
  await waitFor(() => expect(saved.names).toEqual(["pin.wav"]));
});

it("keeps a group open when its only sound is removed", async () => {
  const user = await panel.open(set);
  const name = "Calling card: enter the PIN";
  const { row } = await handle(name);
  const group = row.closest("details");
  expect(group?.open).toBe(true);
  expect(within(group as HTMLElement).getAllByRole("button", { name: /^Download/ })).toHaveLength(1);
  await user.click(within(row).getByRole("button", { name: `Remove the sound for ${name}` }));
  const question = await screen.findByRole("alertdialog");
  await user.click(within(question).getByRole("button", { name: /^Delete/ }));
  await within(row).findByText("No sound");
  expect(group?.open).toBe(true);
});

it("links to the form that loads default files", async () => {
  const user = await panel.open(set);
  await user.click(await screen.findByRole("button", { name: "Load default files" }));
  const box = await screen.findByRole("switch", { name: /^Load default files/ });
  expect(screen.queryByLabelText("Language")).toBeNull();
  await user.click(box);
  expect((await screen.findByLabelText<HTMLSelectElement>("Language")).selectedOptions[0]?.textContent).toBe("English");
  expect(screen.getByRole("switch", { name: /^Replace existing/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/ saved$/);
  const { total_count } = await panel.read("/api/soundfiles/?set_id=1&rows=1");
  expect(total_count).toBe((await panel.read("/api/soundhandles/?rows=1")).total_count);
});
