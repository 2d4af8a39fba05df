import { QueryClient } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { CoreAdminContext, testDataProvider, useGetList, useGetOne } from "react-admin";
import { afterEach, expect, it } from "vitest";
import { cleanup, render } from "../../../tests/support/render.ts";
import { listKey, recordKey } from "./libraryKeys.ts";

afterEach(cleanup);

const page = {
  pagination: { page: 2, perPage: 10 },
  sort: { field: "name", order: "ASC" },
  filter: { name: "a" },
  meta: { quickCount: true },
} as const;

function Hooks() {
  useGetList("domains", page);
  useGetOne("domains", { id: 5, meta: { expand: ["reseller_id"] } });
  return null;
}

it("are those of react-admin's hooks", async () => {
  const queryClient = new QueryClient();
  const dataProvider = testDataProvider({
    getList: async () => ({ data: [], total: 0 }),
    getOne: async () => ({ data: { id: 5 } as never }),
  });
  render(
    <CoreAdminContext dataProvider={dataProvider} queryClient={queryClient}>
      <Hooks />
    </CoreAdminContext>,
  );
  await waitFor(() => {
    expect(queryClient.getQueryData(listKey("domains", page))).toMatchObject({ data: [], total: 0 });
    expect(queryClient.getQueryData(recordKey("domains", { id: 5, meta: { expand: ["reseller_id"] } }))).toEqual({
      id: 5,
    });
  });
  expect(queryClient.getQueriesData({ queryKey: listKey("domains") })).toHaveLength(1);
  expect(queryClient.getQueriesData({ queryKey: recordKey("domains") })).toHaveLength(1);
});
