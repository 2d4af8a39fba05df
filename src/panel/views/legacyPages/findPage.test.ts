import { expect, it } from "vitest";
import texts from "../../../../i18n/en/pages.json";
import { pages } from "../../../generated/pages.gen.ts";
import { iconNames } from "../../app/iconNames.ts";
import { findPage } from "./findPage.ts";

const names: Readonly<Record<string, string>> = texts.names;

it.each([
  ["/devicemanagement/model", "/device"],
  ["/securitybans/ips", "/security?resource=bannedips"],
  ["/db-sql-statistics", "/database-statistics"],
  ["/peering/7/servers", "/peering/7/details/server"],
  ["/invoicetemplate/5/editcontent", "/invoicetemplate/5/details/content"],
  ["/reseller/3/details/time-sets/9/event", "/timeset/9/details"],
])("the older address %s leads to %s", (from, to) => {
  expect(findPage(from)).toMatchObject({ redirect: to });
});

it("prefers a page of its own to one below another", () => {
  expect(findPage("/invoice/5/download")).toMatchObject({ page: { name: "invoiceDownload" } });
  expect(findPage("/invoice/5/else")).toMatchObject({ page: { name: "invoices", right: "update" } });
  expect(findPage("/nowhere")).toBeUndefined();
});

it("every page has a name, and every menu entry a bundled icon", () => {
  expect(pages.filter(({ name }) => !names[name])).toEqual([]);
  expect(pages.filter(({ menu, icon }) => menu && !((icon ?? "") in iconNames))).toEqual([]);
});
