import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import {
  DateInput,
  ReferenceInput,
  SelectInput,
  TextInput,
  useNotify,
  useRecordContext,
  useSaveContext,
} from "react-admin";
import { useFormContext } from "react-hook-form";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { field, retype } from "../../../../tests/support/formFields.ts";
import { TestPanel } from "../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../tests/support/tiers.ts";
import { endSession } from "../../providers/session.ts";
import { customScreens, formOverrides } from "../../resources/customParts.ts";
import { CreateView } from "../CreateView.tsx";
import { EditView } from "../EditView.tsx";

/** Written with react-admin's public API only, as for any other application. */
function CarrierInput() {
  return (
    <ReferenceInput source="carrier_id" reference="lnpcarriers">
      <SelectInput optionText="name" />
    </ReferenceInput>
  );
}

function NumberCard() {
  const record = useRecordContext();
  const { getValues, setValue } = useFormContext();
  const { save } = useSaveContext();
  const notify = useNotify();
  return (
    <>
      <output aria-label="Stored number">{record?.number}</output>
      <button type="button" onClick={() => setValue("type", `type of ${getValues("number")}`, { shouldDirty: true })}>
        Name the type
      </button>
      <button type="button" onClick={() => save?.({ ...record, type: "saved by a component" })}>
        Save the type
      </button>
      <button type="button" onClick={() => notify("Told by a component")}>
        Tell
      </button>
    </>
  );
}

const inputs = [<TextInput key="name" source="name" />, <TextInput key="prefix" source="prefix" />];

let panel: TestPanel;
beforeAll(async () => {
  customScreens.set("lnpcarriers create", async () => ({ resource }) => (
    <CreateView resource={resource}>{inputs}</CreateView>
  ));
  customScreens.set("lnpcarriers edit", async () => ({ resource }) => (
    <EditView resource={resource}>{inputs}</EditView>
  ));
  formOverrides.set("lnpnumbers", async () => ({
    fieldComponents: {
      carrier_id: CarrierInput,
      number: () => <TextInput source="number" />,
      type: () => <TextInput source="type" />,
      start: () => <DateInput source="start" />,
      end: () => <DateInput source="end" />,
    },
    Aside: NumberCard,
  }));
  panel = await TestPanel.start();
});
afterAll(async () => {
  formOverrides.delete("lnpnumbers");
  for (const view of ["create", "edit"]) customScreens.delete(`lnpcarriers ${view}`);
  await panel.stop();
});
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

const button = (name: string) => screen.findByRole("button", { name });
/** What is said below an input; react-admin fills the line with an invisible space. */
const said = (input: HTMLElement) =>
  document.getElementById(String(input.getAttribute("aria-describedby")))?.textContent?.replace("\u200b", "") ?? "";
/** By keyboard: a mouse button that is held for long, as on a busy machine, chooses on release. */
async function openSelect(user: UserEvent, name: string) {
  (await screen.findByRole("combobox", { name })).focus();
  await user.keyboard("{Enter}");
}
const numberAt = (id: string | number) => panel.read(`/api/lnpnumbers/${id}`);

async function createNumber(number: string): Promise<string> {
  const user = await panel.open("/lnp/numbers/create");
  await openSelect(user, "Carrier");
  await user.click((await within(await screen.findByRole("listbox")).findAllByRole("option"))[1] as HTMLElement);
  await user.type(await field("Number"), number);
  await user.type(await field("Start"), "2026-05-01");
  await user.click(await button("Create ported number"));
  // The number is a link.
  await screen.findByText(/ created$/);
  const answer = await panel.read(`/api/lnpnumbers/?number=${number}`);
  const [stored] = (answer._embedded as Record<string, Record<string, unknown>[]>)["ngcp:lnpnumbers"] ?? [];
  expect(stored).toMatchObject({ number, start: "2026-05-01", carrier_id: expect.any(Number) });
  panel.leave();
  return String(stored?.id);
}

it("creates and changes a record with react-admin's inputs", async () => {
  const id = await createNumber("4310001");
  const user = await panel.open(`/lnp/numbers/${id}/edit`);
  expect(await field("Number")).toHaveProperty("value", "4310001");
  expect(await field("Start")).toHaveProperty("value", "2026-05-01");
  await retype(user, "Number", "4310002");
  await user.type(await field("End"), "2026-06-01");
  await user.click(await button("Name the type"));
  expect(await field("Type")).toHaveProperty("value", "type of 4310002");
  expect(screen.getByText("3 fields changed")).toBeTruthy();
  await user.click(await button("Save"));
  await screen.findByText(/4310002 saved/);
  expect(await numberAt(id)).toMatchObject({ number: "4310002", end: "2026-06-01", type: "type of 4310002" });
  await waitFor(() => expect(screen.getByLabelText("Stored number").textContent).toBe("4310002"));
  expect(screen.queryByText(/fields? changed/)).toBeNull();
});

async function carriers(query: string): Promise<readonly Record<string, unknown>[]> {
  const { _embedded } = await panel.read(`/api/lnpcarriers/?${query}`);
  return (_embedded as Record<string, Record<string, unknown>[]> | undefined)?.["ngcp:lnpcarriers"] ?? [];
}

it("creates and changes a record with inputs in place of those of the schema", async () => {
  const creating = await panel.open("/lnp/create");
  const [other] = await carriers("rows=10");
  expect(other).toBeDefined();
  await creating.type(await field("Name"), "By hand");
  await creating.type(await field("Prefix"), "D 011");
  await creating.click(await button("Create porting carrier"));
  await waitFor(async () => expect(said(await field("Prefix"))).toMatch(/without spaces/));
  expect(panel.written()).toEqual([]);
  await retype(creating, "Prefix", "D011");
  await creating.click(await button("Create porting carrier"));
  await screen.findByText(/ created$/);
  const [stored] = await carriers("name=By hand");
  expect(stored).toMatchObject({ prefix: "D011", authoritative: false });
  panel.leave();

  const editing = await panel.open(`/lnp/${stored?.id}/edit`);
  await retype(editing, "Name", String(other?.name));
  expect(screen.queryByLabelText("Authoritative")).toBeNull();
  await editing.click(await button("Save"));
  await waitFor(async () => expect(said(await field("Name"))).toMatch(/exists/));
  await retype(editing, "Name", "By hand again");
  await editing.click(await button("Save"));
  await screen.findByText(/By hand again saved/);
  expect(await carriers("name=By hand again")).toMatchObject([{ id: stored?.id, prefix: "D011" }]);
});

itRarely("shows our rules' messages at react-admin's inputs, and links to them", async () => {
  const id = await createNumber("4320001");
  const user = await panel.open(`/lnp/numbers/${id}/edit`);
  await retype(user, "Number", "many");
  await user.type(await field("End"), "2025-01-01");
  await user.click(await button("Save"));
  const summary = await screen.findByRole("alert");
  expect(said(await field("Number"))).toBe("Digits only");
  expect(said(await field("End"))).toBe("The end must come after the start");
  expect(panel.written()).toEqual([]);
  await user.click(within(summary).getByRole("link", { name: "Number" }));
  expect(document.activeElement).toBe(await field("Number"));
  await retype(user, "Number", "4320002");
  await waitFor(async () => expect(said(await field("Number"))).toBe(""));
});

itRarely("lets a component save by the save context, and notify", async () => {
  const id = await createNumber("4340001");
  const user = await panel.open(`/lnp/numbers/${id}/edit`);
  await user.click(await button("Tell"));
  expect(await screen.findByText("Told by a component")).toBeTruthy();
  await user.click(await button("Save the type"));
  await waitFor(async () => expect(await numberAt(id)).toMatchObject({ type: "saved by a component" }));
  await waitFor(async () => expect(await field("Type")).toHaveProperty("value", "saved by a component"));
});
