import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { MEGABYTE } from "../../../core/values/bytes.ts";

const panel = await openPanel();

function filePicker(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("nothing to choose a file with");
  return input;
}

const fileOf = (size: number) => new File([new Uint8Array(size).fill(7)], "phone-2.0.bin");
const saveButton = () => screen.findByRole<HTMLButtonElement>("button", { name: "Create firmware" });
const pieces = () => panel.requests.filter(({ method }) => method === "PATCH").length;

it("sends a file when it is chosen, and lets the form be saved once it has arrived", async () => {
  const user = await panel.open("/device/firmware/create?device_id=1");
  expect((await saveButton()).disabled).toBe(false);
  const release = panel.hold((url) => url.startsWith("/api/uploads/") && pieces() === 2);
  await screen.findByText("Drop a file here, or:");
  await user.upload(filePicker(), fileOf(3 * MEGABYTE));
  await screen.findByText(/^phone-2.0.bin: 2 MB of 3 MB \(67%\), .*\/s$/);
  expect((await saveButton()).disabled).toBe(true);
  screen.getByText("File is still uploading");
  release();
  await screen.findByText("phone-2.0.bin, 3 MB, not saved yet");
  expect((await saveButton()).disabled).toBe(false);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^File name/ }).value).toBe("phone-2.0.bin");
  await user.type(screen.getByRole("textbox", { name: /^Version/ }), "2.0");
  await user.click(await saveButton());
  await waitFor(() => expect(window.location.hash).not.toContain("create"));
  const { body } = panel.requests.findLast(({ method }) => method === "POST") ?? {};
  expect(body).toMatchObject({ device_id: 1, data: expect.stringMatching(/^upload:/), filename: "phone-2.0.bin" });
});

it("goes on by itself after a lost connection, and after an error when it is told to", async () => {
  const user = await panel.open("/device/firmware/create?device_id=1");
  let failures = 1;
  panel.intercept = ({ method }) => {
    if (method !== "PATCH" || pieces() !== 2 || failures-- === 0) return undefined;
    return Promise.reject(new TypeError("no connection"));
  };
  await screen.findByText("Drop a file here, or:");
  await user.upload(filePicker(), fileOf(3 * MEGABYTE));
  await screen.findByText(/^Connection lost at 2 MB of 3 MB/);
  window.dispatchEvent(new Event("online"));
  await screen.findByText("phone-2.0.bin, 3 MB, not saved yet");

  await user.click(screen.getByRole("button", { name: "Undo" }));
  let isFull = true;
  panel.intercept = ({ method }) =>
    method === "PATCH" && isFull
      ? Response.json({ code: 507, message: "The disk is full" }, { status: 507 })
      : undefined;
  await user.upload(filePicker(), fileOf(MEGABYTE));
  await screen.findByText("Stopped at 0 kB of 1 MB (0%): The disk is full");
  isFull = false;
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("phone-2.0.bin, 1 MB, not saved yet");
});

it("pauses, and forgets a file that is cancelled", async () => {
  const user = await panel.open("/device/firmware/create?device_id=1");
  panel.hold((url) => /uploads\/./.test(url) && pieces() === 2);
  await screen.findByText("Drop a file here, or:");
  await user.upload(filePicker(), fileOf(3 * MEGABYTE));
  await screen.findByText(/^phone-2.0.bin: 2 MB of 3 MB/);
  await user.click(screen.getByRole("button", { name: "Pause" }));
  await screen.findByText(/^phone-2.0.bin: paused at 2 MB of 3 MB/);
  await user.click(screen.getByRole("button", { name: "Cancel upload" }));
  await screen.findByText("No file");
  await waitFor(() => expect(panel.written().at(-1)).toMatch(/^DELETE \/api\/uploads\//));
});

it("refuses what is too large, or nothing at all, before it is sent", async () => {
  const user = await panel.open("/device/firmware/create?device_id=1");
  await screen.findByText("Drop a file here, or:");
  await user.upload(filePicker(), fileOf(0));
  await screen.findByText("The file is empty");
  const large = fileOf(1);
  Object.defineProperty(large, "size", { value: 641 * MEGABYTE });
  await user.upload(filePicker(), large);
  await screen.findByText("The file is larger than 655360 KB");
  expect(panel.written()).toEqual([]);
});
