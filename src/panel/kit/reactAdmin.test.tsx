import { screen, waitFor, within } from "@testing-library/react";
import {
  ArrayInput,
  Datagrid,
  DateField,
  Edit,
  EditButton,
  List,
  NumberInput,
  RecordRepresentation,
  ReferenceField,
  ReferenceInput,
  ReferenceManyField,
  required,
  SearchInput,
  Show,
  SimpleForm,
  SimpleFormIterator,
  TabbedShowLayout,
  TextField,
  TextInput,
} from "react-admin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { field, retype } from "../../../tests/support/formFields.ts";
import { openPanel } from "../../../tests/support/panel.tsx";
import { customScreens } from "../resources/customParts.ts";

// Written as react-admin's pages on List, Edit and Show describe, with nothing of this panel.

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <ReferenceInput key="reseller_id" source="reseller_id" reference="resellers" alwaysOn />,
];

function RewriteList() {
  return (
    <List filters={filters} sort={{ field: "name", order: "ASC" }}>
      <Datagrid>
        <TextField source="name" />
        <ReferenceField source="reseller_id" reference="resellers" />
        <TextField source="description" />
        <EditButton />
      </Datagrid>
    </List>
  );
}

function BillingEdit() {
  return (
    <Edit mutationMode="pessimistic" title={<RecordRepresentation />}>
      <SimpleForm>
        <TextInput source="name" validate={required()} />
        <TextInput source="handle" />
        <ReferenceInput source="reseller_id" reference="resellers" />
        <ArrayInput source="peaktime_weekdays">
          <SimpleFormIterator inline>
            <NumberInput source="weekday" />
            <TextInput source="start" />
            <TextInput source="stop" />
          </SimpleFormIterator>
        </ArrayInput>
      </SimpleForm>
    </Edit>
  );
}

function CustomerShow() {
  return (
    <Show>
      <TabbedShowLayout>
        <TabbedShowLayout.Tab label="Summary">
          <TextField source="external_id" />
          <ReferenceField source="contact_id" reference="customercontacts" link="show" />
          <DateField source="create_timestamp" locales="en-GB" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="Lines" path="lines">
          <ReferenceManyField reference="subscribers" target="customer_id" label={false}>
            <Datagrid>
              <TextField source="username" />
            </Datagrid>
          </ReferenceManyField>
        </TabbedShowLayout.Tab>
      </TabbedShowLayout>
    </Show>
  );
}

const screens = {
  "rewriterulesets list": RewriteList,
  "billingprofiles edit": BillingEdit,
  "customers details": CustomerShow,
};
const usual = new Map(customScreens);
const panel = await openPanel();
beforeAll(() => {
  for (const [name, component] of Object.entries(screens)) customScreens.set(name, async () => component);
});
afterAll(() => {
  customScreens.clear();
  for (const [name, load] of usual) customScreens.set(name, load);
});

type Row = Readonly<Record<string, unknown>>;

async function recordsOf(resource: string, query: string): Promise<Row[]> {
  const { _embedded } = await panel.read(`/api/${resource}/?rows=50&${query}`);
  return (_embedded as Record<string, Row[]>)[`ngcp:${resource}`] ?? [];
}

const namesShown = () =>
  [...document.querySelectorAll("main tbody tr")].map((row) => row.querySelector(".column-name")?.textContent);

describe("a list with filters", () => {
  it("shows rows, filters and searches them, and leads to their pages", async () => {
    const user = await panel.open("/rewrite");
    const all = await recordsOf("rewriterulesets", "order_by=name");
    expect(all.length).toBeGreaterThan(1);
    await waitFor(() => expect(namesShown()).toEqual(all.slice(0, 10).map(({ name }) => name)));
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Rewrite rule sets");

    const last = all.at(-1);
    const { name: reseller } = await panel.read(`/api/resellers/${last?.reseller_id}`);
    const filter = await screen.findByRole("combobox", { name: "Reseller" });
    await user.type(filter, String(reseller).slice(0, 5));
    await user.click(await screen.findByRole("option", { name: String(reseller) }));
    const ofReseller = all.filter((row) => row.reseller_id === last?.reseller_id).map((row) => row.name);
    expect(ofReseller.length).toBeLessThan(all.length);
    await waitFor(() => expect(namesShown()).toEqual(ofReseller));
    panel.go("/rewrite?filter=%7B%7D");
    await waitFor(() => expect(namesShown()).toHaveLength(all.length));
    await user.type(screen.getByPlaceholderText("Search"), String(last?.name));
    await waitFor(() => expect(namesShown()).toEqual([last?.name]));
    await user.click(screen.getByText(String(last?.name)));
    await waitFor(() => expect(window.location.hash).toMatch(new RegExp(`^#/rewrite/${last?.id}/details`)));
  });
});

describe("an edit form with a reference and an array", () => {
  async function openForm() {
    const user = await panel.open("/billing");
    const all = await recordsOf("billingprofiles", "order_by=id");
    const isPeaked = ({ peaktime_weekdays: days }: Row) => Array.isArray(days) && days.length > 1;
    const { id } = all.find(isPeaked) ?? {};
    const path = `/api/billingprofiles/${id}` as const;
    const before = await panel.read(path);
    const other = all.find((row) => row.reseller_id === before.reseller_id && row.id !== id);
    panel.go(`/billing/${id}/edit`);
    return { user, path, before, other };
  }

  it("saves what was changed, and nothing else", async () => {
    const { user, path, before } = await openForm();
    expect((await field("Name")).value).toBe(before.name);
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(before.name);
    await retype(user, "Name", "By react-admin");
    const [remove] = await screen.findAllByRole("button", { name: "Remove" });
    await user.click(remove as HTMLElement);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(panel.written()).toEqual([`PUT ${path}`]));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/billing(\?|$)/));
    const [, ...rest] = before.peaktime_weekdays as Row[];
    expect(await panel.read(path)).toEqual({ ...before, name: "By react-admin", peaktime_weekdays: rest });
  });

  it("shows what the platform refuses at its field", async () => {
    const { user, path, before, other } = await openForm();
    await retype(user, "Handle", String(other?.handle));
    await user.click(screen.getByRole("button", { name: "Save" }));
    const input = await field("Handle");
    await waitFor(() => expect(input.getAttribute("aria-invalid")).toBe("true"));
    const [help = ""] = (input.getAttribute("aria-describedby") ?? "").split(" ");
    expect(document.getElementById(help)?.textContent).toMatch(/exists/);
    expect(await panel.read(path)).toEqual(before);
  });
});

describe("a page with tabs", () => {
  it("shows the record, names it, and has an address for each tab", async () => {
    const user = await panel.open("/customer/5/details");
    expect(await screen.findByText("GB-10010")).toBeTruthy();
    const { email } = await panel.read(`/api/customercontacts/${(await panel.read("/api/customers/5")).contact_id}`);
    const contact = await screen.findByRole("link", { name: String(email) });
    expect(within(screen.getByRole("main")).getByRole("heading", { level: 1 }).textContent).toMatch(/^Customer ./);
    await user.click(screen.getByRole("tab", { name: "Lines" }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/customer\/5\/details\/lines/));
    const [line] = await recordsOf("subscribers", "customer_id=5&order_by=id&order_by_direction=desc");
    expect(await screen.findByText(String(line?.username))).toBeTruthy();
    expect(screen.queryByText("GB-10010")).toBeNull();
    expect(contact.isConnected).toBe(false);
    panel.go("/customer/5/details");
    await user.click(await screen.findByRole("link", { name: "Edit" }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/customer\/5\/edit/));
  });
});
