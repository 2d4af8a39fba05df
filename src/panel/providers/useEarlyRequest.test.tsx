import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { Suspense, use } from "react";
import { CoreAdminContext, testDataProvider, useGetOne } from "react-admin";
import { afterEach, expect, it, vi } from "vitest";
import { cleanup, render } from "../../../tests/support/render.ts";
import type { PanelRecord } from "./rest.ts";
import { earlyQuery, useEarlyRequest } from "./useEarlyRequest.ts";

afterEach(cleanup);

function Page({ chunk }: { readonly chunk: Promise<unknown> }) {
  const query = useGetOne<PanelRecord>("domains", { id: 5 }, earlyQuery);
  useEarlyRequest(query);
  use(chunk);
  return <p>{query.isPending ? "loading" : (query.error?.message ?? String(query.data?.domain))}</p>;
}

it.each([
  ["an answer", async () => ({ data: { id: 5, domain: "sip0.example" } as never }), "sip0.example"],
  ["a failure", () => Promise.reject(new Error("No such domain")), "No such domain"],
])("asks once for %s, while the page is being prepared", async (_, answer, text) => {
  const getOne = vi.fn(answer);
  let load = () => {};
  const chunk = new Promise<void>((resolve) => {
    load = resolve;
  });
  const queryClient = new QueryClient();
  render(
    <CoreAdminContext dataProvider={testDataProvider({ getOne })} queryClient={queryClient}>
      <Suspense fallback="the page before">
        <Page chunk={chunk} />
      </Suspense>
    </CoreAdminContext>,
  );
  expect(await screen.findByText("the page before")).toBeTruthy();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(getOne).toHaveBeenCalledTimes(1);
  load();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(getOne).toHaveBeenCalledTimes(1);
});
