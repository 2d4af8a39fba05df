import { screen, waitFor, within } from "@testing-library/react";
import {
  Datagrid,
  DateField,
  FunctionField,
  RecordRepresentation,
  ReferenceField,
  TextField,
  useCanAccess,
  useGetResourceLabel,
  useListContext,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceDefinitions,
  useShowContext,
  useStore,
} from "react-admin";
import { afterAll, describe, expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";
import { customScreens } from "../resources/customParts.ts";
import { ListView } from "./ListView.tsx";
import { ShowView } from "./ShowView.tsx";

/** As somebody would write it who knows react-admin, and nothing of this panel. */
function Rows() {
  const { total, data = [], sort, setSort, selectedIds, filterValues } = useListContext();
  return (
    <>
      <p>
        {total} found by {JSON.stringify(filterValues)}, {data.length} here by {sort.field} {sort.order},{" "}
        {selectedIds.length} selected
      </p>
      <button type="button" onClick={() => setSort({ field: "external_id", order: "DESC" })}>
        Reverse
      </button>
      <Datagrid rowClick="show" bulkActionButtons={<span>Selected</span>}>
        <TextField source="external_id" />
        <FunctionField label="Title" render={() => <RecordRepresentation />} />
        <ReferenceField source="contact_id" reference="customercontacts" link="show" />
        <DateField source="create_timestamp" locales="en-GB" />
      </Datagrid>
    </>
  );
}

function Facts() {
  const record = useRecordContext();
  const { resource } = useShowContext();
  const notify = useNotify();
  const refresh = useRefresh();
  const definitions = useResourceDefinitions();
  const labelOf = useGetResourceLabel();
  const { canAccess } = useCanAccess({ resource: "domains", action: "edit" });
  const [seen, setSeen] = useStore("customers.seen", false);
  if (!record) return null;
  return (
    <>
      <p>
        {resource} {record.id}: {labelOf("customercontacts", 2)}{" "}
        {definitions.customercontacts?.hasShow ? "have" : "lack"} a page, domains {canAccess ? "can" : "cannot"} be
        changed{seen && ", seen"}
      </p>
      <TextField source="external_id" />
      <ReferenceField source="contact_id" reference="customercontacts" />
      <button type="button" onClick={() => notify("Noted", { type: "success" })}>
        Notify
      </button>
      <button type="button" onClick={refresh}>
        Refresh
      </button>
      <button type="button" onClick={() => setSeen(true)}>
        Mark
      </button>
    </>
  );
}

const panel = await openPanel();
customScreens.set("customers list", async () => ({ resource }) => (
  <ListView resource={resource}>
    <Rows />
  </ListView>
));
customScreens.set("customers details", async () => ({ resource }) => (
  <ShowView resource={resource}>
    <Facts />
  </ShowView>
));
afterAll(async () => {
  for (const view of ["list", "details"]) customScreens.delete(`customers ${view}`);
});

/** The table's cells by row, once its references have loaded. */
async function cellsOf(title: string): Promise<HTMLElement[]> {
  const row = (await screen.findByText(title)).closest("tr");
  if (!row) throw new Error(`${title} is in no row`);
  await within(row).findByRole("link");
  return within(row).getAllByRole("cell");
}

describe("react-admin's own components", () => {
  it("show, sort and select the rows of a list", async () => {
    const user = await panel.open("/customer");
    expect(await screen.findByText(/^41 found by \{"status":.*\}, 10 here by id ASC, 0 selected$/)).toBeTruthy();
    const [box, externalId, , contact, created] = await cellsOf("Copperbeech Dental");
    expect(externalId?.textContent).toBe("GB-10010");
    expect(created?.textContent).toBe("24/05/2023");
    const { email } = await panel.read(`/api/customercontacts/${(await panel.read("/api/customers/5")).contact_id}`);
    expect(contact?.textContent).toBe(email);
    // Both of the panel's own table and this one are of the same selection.
    await user.click(within(box as HTMLElement).getByRole("checkbox"));
    expect(await screen.findByText(/, 1 selected$/)).toBeTruthy();
    expect(await screen.findByText("1 selected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reverse" }));
    expect(await screen.findByText(/here by external_id DESC/)).toBeTruthy();
    expect(window.location.hash).toContain("sort=external_id");
  });

  it("lead to the panel's pages by react-admin's addresses", async () => {
    const user = await panel.open("/customer");
    const [, , , contact] = await cellsOf("Copperbeech Dental");
    await user.click(within(contact as HTMLElement).getByRole("link"));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/contact\/\d+\/details/));
    panel.go("/customers?filter=%7B%22status%22%3A%22terminated%22%7D");
    expect(await screen.findByText(/found by \{"status":"terminated"\}/)).toBeTruthy();
    expect(window.location.hash).toMatch(/^#\/customer\?/);
    panel.go("/voicemailsettings/1/show");
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/subscriber\/1\/details/));
  });

  it("show the record of a page, and use its notices, its data and its store", async () => {
    const user = await panel.open("/customer/5/details");
    expect(await screen.findByText(/^customers 5: .* have a page, domains cannot be changed$/)).toBeTruthy();
    expect(screen.getByText("GB-10010", { selector: "main p ~ *" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Notify" }));
    expect(await screen.findByText("Noted")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Mark" }));
    expect(await screen.findByText(/, seen$/)).toBeTruthy();
    const before = panel.requests.length;
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() =>
      expect(panel.requests.slice(before).map(({ url }) => url)).toContainEqual(
        expect.stringMatching(/^\/api\/customers\/5/),
      ),
    );
  });
});
