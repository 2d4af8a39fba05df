import { Blob, File } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const dom = { Blob: globalThis.Blob, File: globalThis.File };
const panel = await openPanel();
// jsdom's are not those that responses have.
beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
  vi.stubGlobal("File", File);
});
afterEach(() => {
  panel.leave();
  vi.unstubAllGlobals();
});

const address = "/device/config/1/details/content";
const editor = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Template" });
const puts = () =>
  panel.requests.filter(({ method, url }) => method === "PUT" && url.startsWith("/api/pbxdeviceconfigs/1")).length;

it("shows the file that a template gives, for a sample or a device", async () => {
  const user = await panel.open(address);
  expect((await editor()).value).toContain("[% phone.stationname %]");
  expect(await screen.findByText("<station>Reception</station>")).toBeTruthy();
  await user.click(await screen.findByRole("combobox", { name: "Preview for" }));
  const [device] = await screen.findAllByRole("option");
  const [name = ""] = device?.textContent?.split(/[0-9a-f]{12}/) ?? [];
  await user.click(device as HTMLElement);
  expect(await screen.findByText(`<station>${name}</station>`)).toBeTruthy();
});

it("names what is wrong, and offers no save until it is mended", async () => {
  const user = await panel.open(address);
  const area = await editor();
  const original = area.value;
  fireEvent.change(area, { target: { value: original.replace("phone.stationname", "phone.stationnam") } });
  const problem = await screen.findByRole("button", { name: /Did you mean phone\.stationname\?/ });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  await user.click(problem);
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toContain("stationnam");
  fireEvent.change(area, { target: { value: original.replace("</phone>", "</phon>") } });
  expect(await screen.findByText(/Not a valid file/)).toBeTruthy();
});

it("inserts values at the cursor and saves", async () => {
  const user = await panel.open(address);
  const area = await editor();
  const before = puts();
  const place = area.value.indexOf("<station>") + "<station>".length;
  area.setSelectionRange(place, place);
  await user.click(await screen.findByRole("button", { name: "Insert config.mac" }));
  await waitFor(() => expect(area.value).toContain("<station>[% config.mac %]"));
  // The platform stops checking a template after two seconds of this process, which may not draw a preview meanwhile.
  await screen.findByText(/^<station>\w{12}Reception<\/station>$/);
  // Forms take jsdom's.
  for (const [name, value] of Object.entries(dom)) vi.stubGlobal(name, value);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Template saved")).toBeTruthy();
  expect(puts()).toBe(before + 1);
});

it("fills in the type that a chosen file shows, and leaves one that was chosen", async () => {
  // Forms take jsdom's.
  for (const [name, value] of Object.entries(dom)) vi.stubGlobal(name, value);
  const user = await panel.open("/device/config/create");
  const type = await screen.findByRole<HTMLSelectElement>("combobox", { name: /^Content type/ });
  const upload = async (text: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    await user.upload(input as HTMLInputElement, new dom.File([text], "phone.txt", { type: "text/plain" }));
  };
  await upload("<phone/>");
  await waitFor(() => expect(type.value).toBe("text/xml"));
  await user.selectOptions(type, "text/plain");
  await upload("<phones/>");
  expect(type.value).toBe("text/plain");
});

it("says on the page of a device whether it has fetched its configuration, and why not", async () => {
  await panel.open("/device/1/details/config");
  expect(await screen.findByText("The phone has not fetched its configuration yet.")).toBeTruthy();
  const { identifier } = await panel.read("/api/pbxdevices/1");
  expect(await screen.findByText(new RegExp(`/device/autoprov/config/${identifier}$`))).toBeTruthy();
  panel.leave();
  // As the phone does, without a login.
  await panel.read(`/device/autoprov/config/${identifier}.xml`).catch(() => undefined);
  await panel.open("/device/1/details/config");
  expect(await screen.findByText(/^Fetched (?:now|.* ago), version 1\.0\./)).toBeTruthy();
});

it("takes models of the catalogue in", async () => {
  const user = await panel.open("/device/model");
  await user.click(await screen.findByRole("button", { name: "Choose models" }));
  const dialog = await screen.findByRole("dialog", { name: "Ready models" });
  await user.click(within(dialog).getByRole("combobox", { name: /Reseller/ }));
  const [reseller] = await screen.findAllByRole("option");
  await user.click(reseller as HTMLElement);
  await user.click(await within(dialog).findByRole("checkbox", { name: /Yealink T46U/ }));
  await user.click(await within(dialog).findByRole("button", { name: "Add 15 models" }));
  expect(await screen.findByText("15 models added")).toBeTruthy();
  expect(await screen.findByRole("link", { name: "Cisco CP-7841-3PCC" })).toBeTruthy();
});
