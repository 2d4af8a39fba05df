import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

async function numberOf(id: number): Promise<string> {
  const { primary_number } = (await panel.read(`/api/subscribers/${id}`)) as {
    primary_number: { cc: string; ac: string; sn: string };
  };
  return `${primary_number.cc}${primary_number.ac}${primary_number.sn}`;
}

it("shows the path of a call, its steps linked to the records that decide", async () => {
  const user = await panel.open("/callroutingverify");
  expect(await screen.findByText(/Enter a call to see every step/)).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: /^Caller/ }), await numberOf(2));
  await user.type(screen.getByRole("textbox", { name: /^Called number/ }), `${await numberOf(3)}{Enter}`);
  expect(await screen.findByText(/^The call /)).toBeTruthy();
  const path = within(screen.getByRole("list", { name: "Path of the call" }));
  const source = path.getByRole("heading", { name: "Source" }).closest("li");
  expect(source?.querySelector("a")?.getAttribute("href")).toMatch(/^#\/subscriber\/2\//);
  const rewriting = path.getAllByRole("heading", { name: "Rewrite rules" });
  expect(rewriting.length).toBe(4);
  expect(panel.written()).toEqual([]);
  // The question is still there after a look at a record.
  expect(window.location.hash).toContain("caller=");
});

it("asks the question in the URL, and says what is wrong with it at its field", async () => {
  await panel.open("/callroutingverify?callee=43123");
  const caller = await screen.findByRole("textbox", { name: /^Caller/ });
  expect(await screen.findByText("This field is required")).toBeTruthy();
  expect(caller.getAttribute("aria-invalid")).toBe("true");
});

it("says why a call ends", async () => {
  await panel.open("/callroutingverify?caller=999&callee=43123");
  expect(await screen.findByText("Refused: the caller is unknown.")).toBeTruthy();
  expect(screen.getByText("Nobody has this number or address.")).toBeTruthy();
});
