import { expect, it } from "vitest";
import { fromFrameAddress, toFrameAddress } from "./frameAddress.ts";

const options = { language: "de", back: "/customer?page=2" };

it.each([
  ["/peeringoverview", "/peeringoverview?lang=de&framed=1&back=%2Fcustomer%3Fpage%3D2"],
  ["/callflow/5?a=b%20c", "/callflow/5?a=b+c&lang=de&framed=1&back=%2Fcustomer%3Fpage%3D2"],
])("%s is framed as %s", (address, framed) => {
  expect(toFrameAddress(address, options)).toBe(framed);
});

it.each(["/peeringoverview", "/callflow/5?a=b+c"])("%s comes back from its frame as it was", (address) => {
  const { pathname, search } = new URL(toFrameAddress(address, options), "http://panel.example");
  expect(fromFrameAddress({ pathname, search })).toBe(address);
});
