import { Blob } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { CoreAdminContext, TestMemoryRouter, testDataProvider } from "react-admin";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { openPanel, savedNotice } from "../../../../tests/support/panel.tsx";
import { render } from "../../../../tests/support/render.ts";
import { noteSavedFiles } from "../../../../tests/support/savedFiles.ts";
import { resources } from "../../../generated/all.gen.ts";
import { FormValuesContext, fixedValues } from "../../kinds/controls/formValues.ts";
import { addTexts, i18nProvider } from "../../providers/i18nProvider.ts";
import { endSession } from "../../providers/session.ts";
import { KeyEditor } from "./KeyEditor.tsx";

const natural = ["naturalWidth", "naturalHeight"] as const;
const ofImages = natural.map((name) => Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, name));
noteSavedFiles();
// jsdom neither loads pictures nor knows their size.
Object.defineProperty(HTMLImageElement.prototype, "naturalWidth", { configurable: true, get: () => 420 });
Object.defineProperty(HTMLImageElement.prototype, "naturalHeight", { configurable: true, get: () => 460 });
const panel = await openPanel();
afterAll(async () => {
  for (const [index, name] of natural.entries()) {
    Object.defineProperty(HTMLImageElement.prototype, name, ofImages[index] ?? {});
  }
});
afterEach(() => {
  // Each test starts without the drafts of the one before.
  endSession("loggedOut");
  panel.leave();
});

/** Opens a form with the keys on the picture. */
async function open(address: string, role?: string): Promise<UserEvent> {
  // Responses carry Node's blobs, not jsdom's.
  vi.stubGlobal("Blob", Blob);
  const user = await panel.open(address, role);
  fireEvent.load(await screen.findByRole("img", { name: "Front of Tessel D45" }));
  return user;
}

const key = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const panelOf = (name: string) => within(screen.getByRole("group", { name }));
const linesOf = async (id: number) => (await panel.read(`/api/pbxdevices/${id}`)).lines as Record<string, unknown>[];
const names = () =>
  within(screen.getByRole("group", { name: "Keys", description: /^Arrow keys/ }))
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));

async function save(user: UserEvent): Promise<void> {
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(savedNotice);
}

it("shows each key where it is on the picture", async () => {
  await open("/device/1/edit");
  const own = await key("Key 1 of Full Keys: own line, Foxglove Bakery");
  expect([own.style.left, own.style.top]).toEqual([`${(60 / 420) * 100}%`, `${(60 / 460) * 100}%`]);
  expect(within(own).getByText("Foxglove Bakery").className).toContain("left");
  expect((await key("Key 2 of Full Keys: free")).textContent).toBe("2");
  expect(names()).toEqual([
    "Key 1 of Full Keys: own line, Foxglove Bakery",
    "Key 2 of Full Keys: free",
    "Key 3 of Full Keys: free",
    "Key 1 of Phone Keys: busy lamp, Hugo Drake",
    "Key 2 of Phone Keys: busy lamp, Maja Bell",
    "Key 3 of Phone Keys: busy lamp, Sami Novak",
  ]);
});

it("sets a key by mouse, and stores it after those that stay", async () => {
  const user = await open("/device/1/edit");
  const before = await linesOf(1);
  await user.click(await key("Key 2 of Full Keys: free"));
  const panel1 = panelOf("Key 2 of Full Keys");
  const choices = within(panel1.getByLabelText("Function")).getAllByRole("option");
  expect(choices.map(({ textContent }) => textContent)).toEqual(["None", "Own line", "Shared line", "Busy lamp"]);
  await user.selectOptions(panel1.getByLabelText("Function"), "Busy lamp");
  expect(panel1.queryByLabelText("Number")).toBeNull();
  await user.click(panel1.getByRole("combobox", { name: /^Subscriber/ }));
  await user.click(await screen.findByRole("option", { name: /^carmen\.bell/ }));
  await key("Key 2 of Full Keys: busy lamp, Carmen Bell");
  expect(panel1.getByText("If empty, the subscriber’s name: Carmen Bell.")).toBeTruthy();
  await user.type(panel1.getByLabelText("Label"), "Door ");
  // What was typed stays with its key.
  await user.click(await key("Key 3 of Full Keys: free"));
  expect(panelOf("Key 3 of Full Keys").getByLabelText<HTMLInputElement>("Label").value).toBe("");
  await user.click(await key("Key 2 of Full Keys: busy lamp, Door"));
  expect(panelOf("Key 2 of Full Keys").getByLabelText<HTMLInputElement>("Label").value).toBe("Door");
  await save(user);
  const set = { linerange: "Full Keys", key_num: 1, type: "blf", subscriber_id: 8, label: "Door" };
  expect(await linesOf(1)).toEqual([...before, expect.objectContaining(set)]);

  await user.click(await key("Key 2 of Full Keys: busy lamp, Door"));
  await user.click(await screen.findByRole("button", { name: "Clear key" }));
  expect(document.activeElement).toBe(await key("Key 2 of Full Keys: free"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect(await linesOf(1)).toEqual(before));
});

it("sets a key by keyboard alone", async () => {
  const user = await open("/device/7/edit");
  const first = await key(/^Key 1 of Full Keys/);
  expect(first.tabIndex).toBe(0);
  first.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(await key("Key 2 of Full Keys: free"));
  await user.tab();
  expect(document.activeElement).toBe(panelOf("Key 2 of Full Keys").getByLabelText("Function"));
  await user.selectOptions(document.activeElement as HTMLElement, "Shared line");
  await user.tab();
  await user.keyboard("sales");
  await screen.findByRole("option", { name: /^sales/ });
  await user.keyboard("{Enter}");
  await key("Key 2 of Full Keys: shared line, Sales");
  const before = await linesOf(7);
  await save(user);
  expect(await linesOf(7)).toMatchObject([...before, { linerange: "Full Keys", key_num: 1, type: "shared" }]);
});

it("offers the device IDs of a line's subscriber", async () => {
  const user = await open("/device/7/edit");
  const [first] = await linesOf(7);
  const subscriber = await panel.read(`/api/subscribers/${first?.subscriber_id}`);
  const others = (subscriber.alias_numbers as object[]).map((number) => ({ ...number, is_devid: false }));
  const alias_numbers = [...others, { cc: "44", ac: "1632", sn: "960999", is_devid: true }];
  await panel.change(`/api/subscribers/${first?.subscriber_id}`, "alias_numbers", alias_numbers);
  await user.click(await key(/^Key 1 of Phone Keys/));
  expect(screen.queryByLabelText("Device ID")).toBeNull();
  await user.click(await key(/^Key 1 of Full Keys/));
  await user.selectOptions(await screen.findByLabelText("Device ID"), "+441632960999");
  await save(user);
  const found = await panel.read("/api/numbers/?sn=960999");
  const [number] = Object.values(found._embedded as Record<string, { id: number }[]>).flat();
  expect((await linesOf(7))[0]).toMatchObject({ deviceid_number_id: number?.id });
  // It is the subscriber's, and goes with it.
  await user.click(panelOf("Key 1 of Full Keys").getByRole("combobox", { name: /^Subscriber/ }));
  await user.click((await screen.findAllByRole("option", { name: /^sales/ }))[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByLabelText("Device ID")).toBeNull());
});

it("sorts selected keys by name, and swaps keys by keyboard and pointer", async () => {
  const user = await open("/device/1/edit");
  const before = await linesOf(1);
  const sort = await screen.findByRole<HTMLButtonElement>("button", { name: "Sort by name" });
  expect(sort.disabled).toBe(true);
  (await key(/^Key 1 of Phone Keys/)).focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(names().slice(3, 5)).toEqual([
    "Key 1 of Phone Keys: busy lamp, Maja Bell",
    "Key 2 of Phone Keys: busy lamp, Hugo Drake",
  ]);
  expect(document.activeElement).toBe(await key(/^Key 2 of Phone Keys/));

  await user.pointer([
    { keys: "[MouseLeft>]", target: await key(/^Key 3 of Phone Keys/) },
    { target: await key(/^Key 3 of Full Keys/) },
    { keys: "[/MouseLeft]" },
  ]);
  await key("Key 3 of Full Keys: busy lamp, Sami Novak");
  await key("Key 3 of Phone Keys: free");

  // By keyboard, and a range by mouse.
  (await key(/^Key 3 of Full Keys/)).focus();
  await user.keyboard("{Control>} {/Control}");
  expect((await key(/^Key 3 of Full Keys/)).getAttribute("aria-pressed")).toBe("true");
  await user.keyboard("{Shift>}");
  await user.click(await key(/^Key 2 of Phone Keys/));
  await user.keyboard("{/Shift}");
  await user.click(sort);
  await screen.findByText("3 keys sorted by name.");
  expect(names().slice(2)).toEqual([
    "Key 3 of Full Keys: busy lamp, Hugo Drake",
    "Key 1 of Phone Keys: busy lamp, Maja Bell",
    "Key 2 of Phone Keys: busy lamp, Sami Novak",
    "Key 3 of Phone Keys: free",
  ]);
  await save(user);
  // Each stays where it was in the list.
  expect((await linesOf(1)).map(({ subscriber_id }) => subscriber_id)).toEqual(
    before.map(({ subscriber_id }) => subscriber_id),
  );
});

it("selects by pressing keys while that is switched on", async () => {
  const user = await open("/device/7/edit");
  const mode = await screen.findByRole("button", { name: "Select several keys" });
  await user.click(mode);
  await user.click(await key(/^Key 1 of Phone Keys/));
  await user.click(await key(/^Key 2 of Phone Keys/));
  await user.click(await key(/^Key 2 of Phone Keys/));
  const pressed = () => screen.getAllByRole("button", { name: /^Key \d/, pressed: true });
  expect(pressed()).toEqual([await key(/^Key 1 of Phone Keys/)]);
  await user.click(mode);
  expect(screen.queryAllByRole("button", { name: /^Key \d/, pressed: true })).toEqual([]);
});

it("marks a key that lacks its subscriber, until it is cleared", async () => {
  const user = await open("/device/7/edit");
  await user.click(await key(/^Key 3 of Full Keys/));
  await user.selectOptions(panelOf("Key 3 of Full Keys").getByLabelText("Function"), "Busy lamp");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const missing = await key(/^Key 3 of Full Keys:/);
  await waitFor(() => expect(missing.hasAttribute("aria-describedby")).toBe(true));
  expect(panel.written()).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Clear key" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Key 3 of Full Keys" })).toBeNull());
});

it("asks for a profile, and shows the keys by group where there is no picture", async () => {
  panel.intercept = undefined;
  const user = await panel.open("/device/create");
  await screen.findByText(/^Choose a profile first/);
  panel.intercept = ({ url }) =>
    url.includes("/pbxdevicemodelimages/") ? new Response("{}", { status: 404 }) : undefined;
  await user.click(await screen.findByRole("combobox", { name: /^Profile/ }));
  await user.click((await screen.findAllByRole("option", { name: /^Tessel D45/ }))[0] as HTMLElement);
  const group = await screen.findByRole("region", { name: "Full Keys" });
  expect(within(group).getAllByRole("button")).toHaveLength(3);
  expect(screen.queryByRole("img", { name: /^Front of/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Fill with busy lamps" }));
  await screen.findByText("Choose a customer first.");
});

it("prints the labels by group", async () => {
  const printed: (string | null)[] = [];
  vi.stubGlobal("print", () => {
    printed.push(...[...document.querySelectorAll("body > section tr")].map(({ textContent }) => textContent));
  });
  const user = await open("/device/7/edit");
  await key(/^Key 1 of Phone Keys: busy lamp, (?!…)/);
  await user.click(screen.getByRole("button", { name: "Print labels" }));
  expect(printed).toHaveLength(6);
  expect(printed[0]).toBe("1Tidewater Logistics");
  window.dispatchEvent(new Event("afterprint"));
  await waitFor(() => expect(document.querySelector("body > section")).toBeNull());
});

it("can be looked at where it cannot be changed", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 404 }));
  await Promise.all(["forms", "deviceKeys"].map(addTexts));
  const field = resources.pbxdevices?.descriptor.fields.find(({ name }) => name === "lines");
  if (!field) throw new Error("no lines");
  const keys = [{ x: 1, y: 1 }];
  const records: Record<string, object> = {
    pbxdeviceprofiles: { id: 1, device_id: 2 },
    pbxdevicemodels: { id: 2, linerange: [{ name: "Keys", can_private: true, keys }] },
  };
  const user = userEvent.setup();
  render(
    <TestMemoryRouter>
      <CoreAdminContext
        i18nProvider={i18nProvider}
        dataProvider={testDataProvider({
          getOne: async (resource) => ({ data: records[resource] as never }),
          getMany: async () => ({ data: [{ id: 3, display_name: "Ada" }] as never }),
        })}
      >
        <FormValuesContext value={fixedValues((path) => (path === "profile_id" ? 1 : undefined))}>
          <KeyEditor
            {...{ id: "lines", resource: "pbxdevices", path: "lines", field, label: "All keys", mode: "update" }}
            value={[{ linerange: "Keys", key_num: 0, type: "private", subscriber_id: 3 }]}
            onChange={() => {
              throw new Error("changed");
            }}
            required={false}
            readOnly
            errors={{}}
          />
        </FormValuesContext>
      </CoreAdminContext>
    </TestMemoryRouter>,
  );
  const only = await screen.findByRole("button", { name: /^Key 1 of Keys: .*Ada$/ });
  await user.click(only);
  await user.keyboard("{Control>} {/Control}{Alt>}{ArrowDown}{/Alt}");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /label/i }).readOnly).toBe(true);
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Print labels", "1Ada"]);
});

it("shows what the server says of a line at its key", async () => {
  const user = await open("/device/7/edit");
  panel.intercept = ({ method }) =>
    method === "GET"
      ? undefined
      : new Response(
          JSON.stringify({
            code: 422,
            message: "Validation failed.",
            errors: [
              {
                pointer: "/lines/2/subscriber_id",
                rule: "reference",
                params: { resource: "Subscribers" },
                key: "rules.reference",
              },
            ],
          }),
          { status: 422, headers: { "content-type": "application/json" } },
        );
  await user.click(await key(/^Key 3 of Phone Keys/));
  await user.type(panelOf("Key 3 of Phone Keys").getByLabelText("Label"), "x");
  await user.tab();
  await user.click(screen.getByRole("button", { name: "Save" }));
  const wrong = await key(/^Key 2 of Phone Keys:/);
  await waitFor(() => expect(wrong.hasAttribute("aria-describedby")).toBe(true));
  const [link] = screen.getAllByRole("button", { name: "Key 2 of Phone Keys" });
  await user.click(link as HTMLElement);
  expect(document.activeElement).toBe(wrong);
  const subscriber = panelOf("Key 2 of Phone Keys").getByRole("combobox", { name: /^Subscriber/ });
  expect(subscriber.getAttribute("aria-invalid")).toBe("true");
});

it("a model's page shows its pictures", async () => {
  await panel.open("/device/model/1/details");
  expect(await screen.findByRole("heading", { name: "Pictures" })).toBeTruthy();
  const asked = () => panel.requests.filter(({ url }) => url.startsWith("/api/pbxdevicemodelimages/1"));
  await waitFor(() => expect(asked()).toHaveLength(3));
});
