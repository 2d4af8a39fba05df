import { expect, it } from "vitest";
import { toOlderAddress } from "./toOlderAddress.ts";

it.each([
  ["/customer", "/customer?lang=de&framed=0"],
  ["/customer/12/details", "/customer/12/details?lang=de&framed=0"],
  ["/proxy/callflow/5", "/callflow/5?lang=de&framed=0"],
  ["/invoicetemplate/5/delete", "/dashboard?lang=de&framed=0"],
  ["/error404", "/dashboard?lang=de&framed=0"],
  ["//elsewhere.example", "/dashboard?lang=de&framed=0"],
  ["/proxy//elsewhere.example", "/dashboard?lang=de&framed=0"],
])("%s is %s there", (pathname, address) => {
  expect(toOlderAddress(pathname, "de")).toBe(address);
});
