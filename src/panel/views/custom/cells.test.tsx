import { screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { customCells } from "../../resources/customParts.ts";

const panel = await openPanel();
beforeAll(() => {
  customCells.set("lnpcarriers", async () => ({ prefix: ({ record }) => <b>dial {String(record.prefix)}</b> }));
});
afterAll(() => {
  customCells.delete("lnpcarriers");
});

it.each(["/lnp?sort=id&order=ASC", "/lnp/1/details"])("a cell of a resource's own stands in %s", async (address) => {
  await panel.open(address);
  const { prefix } = await panel.read("/api/lnpcarriers/1");
  expect((await screen.findByText(`dial ${prefix}`)).tagName).toBe("B");
});
