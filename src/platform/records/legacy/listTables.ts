import customers from "../../../../i18n/en/resources/customers.json" with { type: "json" };
import { countryCodes } from "../../../core/validation/formats/iso-3166-alpha2.ts";
import type { ListTable } from "./listTable.ts";

/** Countries, time zones and the products customers can have. */
export function listTables(timeZone: string): (ListTable & { readonly path: string })[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((name) => name !== timeZone);
  const zoneRows = [timeZone, ...zones].map((name) => ({ name }));
  const products = Object.values(customers.enums.type).map((name, index) => ({ id: String(index + 1), name }));
  return [
    { path: "/contact/country/ajax", keys: ["id", "name"], rows: countries(), defaultLength: 4 },
    { path: "/contact/timezone_ajax", keys: ["name"], rows: zoneRows },
    { path: "/contact/timezone_ajax/:ownerType/:ownerId", keys: ["name"], rows: zoneRows },
    { path: "/product/ajax", keys: ["id", "name"], rows: products },
  ];
}

function countries(): { readonly id: string; readonly name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
