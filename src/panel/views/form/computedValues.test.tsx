import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, expect, it } from "vitest";
import { field, retype } from "../../../../tests/support/formFields.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { loadResource, replaceResource } from "../../providers/resources.ts";
import { endSession } from "../../providers/session.ts";

const panel = await openPanel();
const profiles = await loadResource("billingprofiles");
const withExpression = profiles.descriptor.fields.map((one) =>
  one.name === "interval_free_cash" ? { ...one, readOnly: true, computed: "interval_charge * 2" } : one,
);
replaceResource("billingprofiles", { ...profiles, descriptor: { ...profiles.descriptor, fields: withExpression } });
afterAll(() => replaceResource("billingprofiles", profiles));
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

it("follows what is typed, and is not sent", async () => {
  const user = await panel.open("/billing/create");
  const computed = await field("Interval free cash");
  expect(computed).toMatchObject({ readOnly: true, value: "0.00" });
  await retype(user, "Interval charge", "12.3");
  await waitFor(async () => expect((await field("Interval free cash")).value).toBe("24.60"));
  await user.clear(await field("Interval charge"));
  await waitFor(async () => expect((await field("Interval free cash")).value).toBe(""));
  await user.click(await screen.findByRole("button", { name: "Create billing profile" }));
  await screen.findByRole("alert");
  expect(panel.written()).toEqual([]);
});
