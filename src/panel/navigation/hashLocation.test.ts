import { expect, it } from "vitest";
import { pathAfterLogin, toLoginAddress } from "./hashLocation.ts";

it.each([
  ["/customer/12/details?x=1", "/login/admin?next=%2Fcustomer%2F12%2Fdetails%3Fx%3D1"],
  ["/", "/login/admin"],
  ["/error403", "/login/admin"],
])("a person without a session is sent from %s to %s", (from, to) => {
  expect(toLoginAddress(from)).toBe(to);
});

it("returns to the requested page", () => {
  expect(pathAfterLogin(toLoginAddress("/customer/12/details?x=1"))).toBe("/customer/12/details?x=1");
});

it.each([
  ["/login/admin"],
  ["/login/admin?next=%2Flogin%2Fadmin"],
  ["/login/admin?next=%2F%2Fevil.example"],
  ["/login/admin?next=https%3A%2F%2Fevil.example"],
])("leads from %s to the dashboard", (address) => {
  expect(pathAfterLogin(address)).toBe("/dashboard");
});
