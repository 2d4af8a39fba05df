import { describe, expect, it } from "vitest";
import { findPage } from "./findPage.ts";
import { framedPath, fromFrameUrl, isFrameable, toFrameUrl, toPanelPath } from "./frameUrl.ts";

const options = { language: "de", back: "/customer?page=2" };

it.each([
  ["/peeringoverview", "/peeringoverview?lang=de&framed=1&back=%2Fcustomer%3Fpage%3D2"],
  ["/callflow/5?a=b%20c", "/callflow/5?a=b+c&lang=de&framed=1&back=%2Fcustomer%3Fpage%3D2"],
  ["/grafana/d/nodes?var=1", "/grafana/d/nodes?var=1&kiosk=tv"],
])("%s is framed as %s", (address, framed) => {
  expect(toFrameUrl(address, options)).toBe(framed);
});

it.each(["/peeringoverview", "/callflow/5?a=b+c", "/grafana/d/nodes?var=1"])("%s round-trips", (address) => {
  const { pathname, search } = new URL(toFrameUrl(address, options), "http://panel.example");
  expect(fromFrameUrl({ pathname, search })).toBe(address);
});

/** The path framed for one of the panel's URLs. */
function framed(address: string): string | null {
  const [pathname = "/", query] = address.split("?");
  const found = findPage(pathname);
  if (!found || !("page" in found)) throw new Error(`no page at ${address}`);
  return framedPath(found.page, found.params, { pathname, search: query === undefined ? "" : `?${query}` });
}

describe("a framed URL", () => {
  it.each([
    ["/network/5/blocks?a=1", "/network/5/blocks?a=1"],
    ["/grafana/d/nodes?var=1", "/grafana/d/nodes?var=1"],
    ["/proxy/some/page", "/some/page"],
  ])("%s frames %s", (address, path) => {
    expect(framed(address)).toBe(path);
  });

  it.each([
    "/proxy//elsewhere.example",
    "/proxy/\\elsewhere.example",
    "/proxy/",
    "/proxy/ajax_logout",
    "/proxy/%61jax_logout",
    "/proxy/x/../ajax_logout",
    "/proxy/api/customers",
    "/proxy/invoicetemplate/5/delete",
    "/network/5/delete",
    "/network/5/%64elete",
  ])("%s frames nothing", (address) => {
    expect(framed(address)).toBeNull();
  });

  it("never has another origin", () => {
    for (const path of ["//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)", "data:text/html,x"]) {
      expect(isFrameable(path), path).toBe(false);
    }
  });
});

it.each([
  ["/customer/5/details", "/customer/5/details"],
  ["/network/7?a=1", "/network/7?a=1"],
  ["/grafana/d/nodes", "/grafana/d/nodes"],
  ["/somewhere/new", "/proxy/somewhere/new"],
  ["/", "/dashboard"],
])("when a frame goes to %s the panel is at %s", (path, address) => {
  expect(toPanelPath(path)).toBe(address);
});
