import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

/** A demonstration profile that has fees, by one of them. */
async function feeOf(): Promise<{ profile: number; fee: number; destination: string }> {
  const { _embedded } = (await panel.read("/api/billingfees/?rows=1&order_by=id&direction=out")) as {
    _embedded: { "ngcp:billingfees": { id: number; billing_profile_id: number; destination: string }[] };
  };
  const [fee] = _embedded["ngcp:billingfees"];
  if (!fee) throw new Error("The demonstration has no fee");
  return { profile: fee.billing_profile_id, fee: fee.id, destination: fee.destination };
}

/** Matches the demonstration's patterns, which begin with a country's digits. */
const numberFor = (pattern: string) => `${pattern.replace(/\D/g, "")}12345`;

it("says which fee applies to a call, what it costs step by step, and why no other fee applies", async () => {
  const user = await panel.open("/dashboard");
  const { profile, fee, destination } = await feeOf();
  panel.go(`/billing/${profile}/details/price`);
  expect(await screen.findByText(/Enter a call to see which fee applies/)).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: /^Caller/ }), "4310");
  await user.type(screen.getByRole("textbox", { name: /^Called number/ }), numberFor(destination));
  const duration = screen.getByRole("textbox", { name: /^Duration/ });
  await user.clear(duration);
  await user.type(duration, "2 min{Enter}");

  const applied = within(await screen.findByRole("region", { name: "Applied fee" }));
  expect(applied.getByText(destination).closest("a")?.getAttribute("href")).toBe(
    `#/billing/${profile}/details/fees/${fee}/edit`,
  );
  const price = within(screen.getByRole("region", { name: "Price" }));
  expect(price.getByText(/^First interval of/)).toBeTruthy();
  expect(price.getByRole("row", { name: /^Total for/ }).textContent).toMatch(/\d/);
  expect(price.getByText(/Off-peak times are read in the zone UTC/)).toBeTruthy();
  const others = within(screen.getByRole("region", { name: "Why no other fee applies" }));
  expect(others.getAllByText("The called number does not match.").length).toBeGreaterThan(0);
  expect(panel.written()).toEqual([]);
  // The question is still there after a look at the fee.
  expect(window.location.hash).toContain("caller=4310");
});

it("asks the question in the URL, and says what is wrong with it at its field", async () => {
  const user = await panel.open("/dashboard");
  const { profile } = await feeOf();
  panel.go(`/billing/${profile}/details/price?callee=43123&start=2026-03-02T10:00:00Z&duration=60`);
  const caller = await screen.findByRole("textbox", { name: /^Caller/ });
  expect(await screen.findByText("This field is required")).toBeTruthy();
  expect(caller.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByRole("region", { name: "Price" })).toBeNull();
  await user.type(caller, "1");
  const callee = screen.getByRole("textbox", { name: /^Called number/ });
  await user.clear(callee);
  await user.type(callee, "none{Enter}");
  expect(await screen.findByText("No fee matches this call. It cannot be rated.")).toBeTruthy();
});

it("explains a refusal", async () => {
  await panel.open("/dashboard");
  const { profile } = await feeOf();
  panel.intercept = ({ url }) =>
    url.includes("/price?") ? new Response(JSON.stringify({ code: 403, message: "no" }), { status: 403 }) : undefined;
  panel.go(`/billing/${profile}/details/price?caller=1&callee=2&start=2026-03-02T10:00:00Z&duration=60`);
  expect(await screen.findByText("You are not allowed to see this.")).toBeTruthy();
});
