import { screen, waitFor, within } from "@testing-library/react";
import { ReferenceField, ReferenceInput, TextField, TextInput } from "react-admin";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { customScreens } from "../../resources/customParts.ts";
import { DataTable } from "../dataTable/DataTable.tsx";
import { List } from "./List.tsx";

const filters = [
  <TextInput key="domain" source="domain" alwaysOn />,
  <ReferenceInput key="reseller_id" source="reseller_id" reference="resellers" />,
];

/** Written by hand, from the kit. */
function ListScreen() {
  return (
    <List filters={filters} sort={{ field: "domain", order: "ASC" }} perPage={5}>
      <DataTable bulkActionButtons={<button type="button">Count</button>}>
        <DataTable.Col source="domain" field={TextField} />
        <DataTable.Col source="reseller_id" disableSort>
          <ReferenceField source="reseller_id" reference="resellers" />
        </DataTable.Col>
        <DataTable.Col label="Number" source="id" />
      </DataTable>
    </List>
  );
}

const usual = customScreens.get("domains list");
const panel = await openPanel();
beforeAll(() => {
  customScreens.set("domains list", async () => ListScreen);
});
afterAll(() => {
  if (usual) customScreens.set("domains list", usual);
  else customScreens.delete("domains list");
});

async function domainsBy(query: string): Promise<unknown[]> {
  const { _embedded } = await panel.read(`/api/domains/?rows=50&${query}`);
  const rows = (_embedded as Record<string, Record<string, unknown>[]>)["ngcp:domains"] ?? [];
  return rows.map(({ domain }) => domain);
}

const rowsShown = () => [...document.querySelectorAll("tbody tr[data-id]")];
const domainsShown = () => rowsShown().map((row) => row.querySelector("th")?.textContent);

it("shows rows and a page of them, each a link, selects, sorts by a heading, and filters", async () => {
  const user = await panel.open("/domain");
  const all = await domainsBy("order_by=domain");
  expect(all.length).toBeGreaterThan(5);
  await waitFor(() => expect(domainsShown()).toEqual(all.slice(0, 5)));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Domains");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "",
    "Domain",
    "Reseller",
    "Number",
    "",
  ]);
  const [row] = rowsShown();
  const id = (row as HTMLElement).dataset.id;
  const link = within(row as HTMLElement).getByRole("link", { name: String(all[0]) });
  expect(link.getAttribute("href")).toBe(`#/domain/${id}/details`);
  await waitFor(() => expect(within(row as HTMLElement).getAllByRole("link")).toHaveLength(2));

  expect(screen.queryByRole("button", { name: "Count" })).toBeNull();
  await user.click(within(row as HTMLElement).getByRole("checkbox"));
  expect(await screen.findByRole("button", { name: "Count" })).toBeTruthy();
  expect(await screen.findByText("1 selected")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(domainsShown()).toEqual(all.slice(5, 10)));
  await user.click(screen.getByRole("button", { name: "Domain" }));
  await waitFor(() => expect(domainsShown()).toEqual([...all].reverse().slice(0, 5)));
  expect(screen.getByRole("columnheader", { name: "Domain" }).getAttribute("aria-sort")).toBe("descending");
  expect(within(screen.getByRole("table")).queryByRole("button", { name: "Reseller" })).toBeNull();

  const last = String(all.at(-1));
  await user.type(screen.getByRole("textbox", { name: "Domain" }), last);
  await waitFor(() => expect(domainsShown()).toEqual([last]));
  expect(window.location.hash).toContain(encodeURIComponent(last));
  await user.click(screen.getByText(last, { selector: "a *, a" }));
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/domain\/\d+\/details/));
});
