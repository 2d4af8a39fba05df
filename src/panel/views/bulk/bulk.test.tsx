import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { openPanel, type TestPanel } from "../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../tests/support/tiers.ts";
import { send } from "../../providers/http.ts";

const panel = await openPanel();

const box = (title: string) => screen.findByRole("checkbox", { name: `Select ${title}` });
const boxes = async () => {
  await screen.findByText(/records? found/);
  return screen.getAllByRole<HTMLInputElement>("checkbox", { name: /^Select (?!all on)/ });
};
const pageBox = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all on this page" });
const bar = () => screen.findByRole("group", { name: "Selected records" });
const press = async (user: UserEvent, name: string | RegExp, within_ = screen.getByRole("main")) =>
  user.click(await within(within_).findByRole("button", { name }));
const dialog = () => screen.findByRole("dialog");
const group = async (name: RegExp) => within(await dialog()).findByRole("table", { name });
const rowsOf = async (name: RegExp) =>
  within(await group(name))
    .getAllByRole("rowheader")
    .map((row) => row.textContent);
const said = (text: string | RegExp) => screen.findByText(text, { selector: "output" });

/** What the platform says of itself, without its jobs. */
async function withoutJobs(url: string) {
  const info = await panel.read(url);
  const extensions = (info.extensions as string[]).filter((name) => name !== "bulk_jobs");
  return Response.json({ ...info, extensions });
}

/** An active subscriber on the first page of the list. */
async function firstActive() {
  await boxes();
  const answer = await panel.read("/api/subscribers/?rows=10");
  const { "ngcp:subscribers": all } = answer._embedded as Record<string, Record<string, unknown>[]>;
  const found = all?.find(({ status }) => status === "active");
  if (!found) throw new Error("no subscriber is active");
  return { title: `${found.username}@${found.domain}`, address: `/api/subscribers/${found.id}` };
}

describe("selecting rows", () => {
  it("works row by row, by range, and by page", async () => {
    const user = await panel.open("/domain");
    const [, second, third, fourth, fifth] = await boxes();
    if (!second || !third || !fourth || !fifth) throw new Error("five rows are needed");
    await user.click(second);
    expect(await said("1 selected")).toBeTruthy();
    expect(pageBox().indeterminate).toBe(true);
    await user.keyboard("{Shift>}");
    await user.click(fifth);
    await user.keyboard("{/Shift}");
    expect(await said("4 selected")).toBeTruthy();
    expect([third.checked, fourth.checked]).toEqual([true, true]);
    await user.click(pageBox());
    expect(await said("10 selected")).toBeTruthy();
    await user.click(pageBox());
    expect(await said("Nothing selected")).toBeTruthy();
  });

  it("survives paging and searching, and counts the rows on other pages", async () => {
    const user = await panel.open("/domain");
    await user.click(await box("voip.platform.example"));
    await press(user, "Next page");
    await screen.findByText("11–19 of 19");
    expect(await screen.findByText("1 not on this page")).toBeTruthy();
    await press(user, "Search and filter");
    await user.type(within(screen.getByRole("main")).getByRole("searchbox"), "spreeklang{Enter}");
    await user.click(await box("sip.spreeklang.example"));
    expect(await said("2 selected")).toBeTruthy();
  });

  it("of all matches ends when the filters change", async () => {
    const user = await panel.open("/domain");
    await boxes();
    await user.click(pageBox());
    await press(user, "Select all 19 that match");
    expect(await said("All 19 that match are selected")).toBeTruthy();
    await press(user, "Next page");
    await screen.findByText("11–19 of 19");
    expect((await boxes()).every(({ checked }) => checked)).toBe(true);
    await press(user, "Search and filter");
    await user.type(within(screen.getByRole("main")).getByRole("searchbox"), "spreeklang{Enter}");
    expect(await said("Nothing selected")).toBeTruthy();
    expect(await screen.findByText(/^Selection cleared/)).toBeTruthy();
  });

  it("is not offered to read-only users", async () => {
    await panel.open("/domain", "superuserReadOnly");
    await screen.findByRole("link", { name: "voip.platform.example" });
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("an action on the selection", () => {
  it("previews its changes and applies them", async () => {
    const user = await panel.open("/subscriber");
    const one = await firstActive();
    await user.click(await box(one.title));
    await press(user, "Set lock level", await bar());
    await user.click(await within(await dialog()).findByRole("radio", { name: "All outgoing calls" }));
    const preview = within(await group(/^Will change \(1\)/)).getAllByRole("cell");
    expect(preview.map(({ textContent }) => textContent)).toEqual(["—", "All outgoing calls"]);
    await press(user, "Change 1", await dialog());
    await screen.findByText("1 record changed");
    expect(await panel.read(one.address)).toMatchObject({ status: "active", lock: "2" });
  });

  it.each(["a job", "requests"])(
    "inserts a billing profile from a date on into each schedule, by %s",
    async (means) => {
      if (means === "requests")
        panel.intercept = ({ url }) => (url.startsWith("/api/platforminfo") ? withoutJobs(url) : undefined);
      const customer = "/api/customers/2";
      const plan = (value: unknown) =>
        send({
          method: "PATCH",
          path: customer,
          headers: { "Content-Type": "application/json-patch+json" },
          body: [{ op: "replace", path: "/billing_profiles", value }],
        });
      const user = await panel.open("/customer");
      await boxes();
      const { billing_profile_id: profile_id } = await panel.read(customer);
      const later = { profile_id, start: "2091-06-01T00:00:00Z" };
      await plan([later]);
      await user.click(await box("Foxglove Bakery"));
      await user.click(await box("Tidewater Logistics"));
      await press(user, "Change billing", await bar());
      const within_ = within(await dialog());
      await user.click(await within_.findByRole("combobox", { name: /New value/ }));
      await user.click(await screen.findByRole("option", { name: /Home 300/ }));
      await user.click(await within_.findByRole("radio", { name: "A date" }));
      expect(await within_.findByText(/^1 record has changes planned for later/)).toBeTruthy();
      const date = await within_.findByRole("textbox", { name: /Date and time/ });
      await user.type(date, "2091-03-01 00:00{Tab}");
      const steps = async (row: number) => {
        const found = within(await group(/^Will change \(2\)/)).getAllByRole("row")[row];
        return [...(found?.querySelectorAll("li") ?? [])].map(({ textContent }) => textContent);
      };
      await waitFor(async () =>
        expect(await steps(1)).toEqual([
          expect.stringMatching(/^Business 2000 minutes from 2091\/06\/01 \d\d:00/),
          expect.stringMatching(/^Home 300 minutes from 2091\/03\/01 00:00/),
          expect.stringMatching(/^Business 2000 minutes from 2091\/06\/01 \d\d:00/),
        ]),
      );
      expect(await steps(2)).toEqual([expect.stringMatching(/^Home 300 minutes from 2091\/03\/01 00:00/)]);
      await press(user, "Change 2", await dialog());
      await screen.findByText("2 records changed");
      expect((await panel.read(customer)).billing_profiles).toMatchObject([
        { start: expect.stringMatching(/^2091-0[23]/) },
        later,
      ]);
      if (means === "requests") {
        expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
        await plan([]);
        return;
      }
      await user.click(await screen.findByRole("button", { name: "Undo" }));
      await screen.findByText("2 changes undone");
      expect((await panel.read(customer)).billing_profiles).toMatchObject([later]);
      expect((await panel.read("/api/customers/3")).billing_profiles).toEqual([]);
      await plan([]);
    },
  );

  itRarely("shows what a record will refer to", async () => {
    const user = await panel.open("/customer");
    await user.click(await box("Foxglove Bakery"));
    await press(user, "Change billing", await bar());
    await user.click(await within(await dialog()).findByRole("combobox", { name: /New value/ }));
    await user.click(await screen.findByRole("option", { name: /Home 300/ }));
    const table = await group(/^Will change \(1\)/);
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      ).toEqual(["Business 2000 minutes", "Home 300 minutes"]),
    );
  });

  it("names unaffected rows beforehand", async () => {
    const user = await panel.open("/customer");
    await boxes();
    await user.click(pageBox());
    await press(user, "Activate", await bar());
    expect((await rowsOf(/^No change needed/)).length).toBeGreaterThan(0);
    expect(
      within(await dialog()).getByText(/^Everything that belongs to them gets the same status: Subscribers/),
    ).toBeTruthy();
    await press(user, "Cancel", await dialog());
    expect(panel.written().filter((request) => !request.includes("preview"))).toEqual([]);
    expect(await said("10 selected")).toBeTruthy();
  });

  it("counts what a status reaches below the records, where the platform can try it", async () => {
    const user = await panel.open("/customer");
    await user.click(await box("Foxglove Bakery"));
    await press(user, "Lock", await bar());
    expect(await within(await dialog()).findByText(/the same status: .*Subscribers: [1-9]\d*/)).toBeTruthy();
    expect(within(await dialog()).queryByText(/cannot be undone/)).toBeNull();
  });

  it("refuses an invalid value before sending a request", async () => {
    const user = await panel.open("/customer");
    await user.click(await box("Foxglove Bakery"));
    await press(user, "Change a field…", await bar());
    const fields = await within(await dialog()).findByRole("combobox", { name: "Field" });
    await user.selectOptions(fields, "Maximum subscribers");
    await user.type(await within(await dialog()).findByRole("textbox", { name: /New value/ }), "-1");
    expect(await within(await dialog()).findByText(/Must not be below 0/)).toBeTruthy();
    expect(within(await dialog()).getByRole("button", { name: "Change" })).toHaveProperty("disabled", true);
  });

  it("names what is removed along with the records", async () => {
    const user = await panel.open("/rewrite");
    await user.click(await box("gb_e164"));
    await press(user, "Delete", await bar());
    expect(
      await within(await dialog()).findByText(/What belongs to them is removed, too: Rewrite rules: 10/),
    ).toBeTruthy();
    await press(user, "Delete 1", await dialog());
    expect(await screen.findByText("1 record removed")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("link", { name: "gb_e164" })).toBeNull());
  });
});

describe("in front of a platform without jobs", () => {
  type Intercept = NonNullable<TestPanel["intercept"]>;
  const plainly =
    (other?: Intercept): Intercept =>
    (request) =>
      request.url.startsWith("/api/platforminfo") ? withoutJobs(request.url) : other?.(request);

  it("keeps failed rows selected with their reason, and retries them", async () => {
    panel.intercept = plainly();
    const user = await panel.open("/customer");
    await user.click(await box("Foxglove Bakery"));
    await user.click(await box("Tidewater Logistics"));
    panel.intercept = plainly(({ method, url }) =>
      method === "PATCH" && url.startsWith("/api/customers/3")
        ? Response.json({ code: 423, message: "Somebody works on it" }, { status: 423 })
        : undefined,
    );
    await press(user, "Set pending", await bar());
    await press(user, "Set pending 2", await dialog());
    expect(await within(await dialog()).findByText("1 done, 1 failed.")).toBeTruthy();
    expect((await group(/^Failed/)).textContent).toContain("Somebody works on it");
    const link = within(await group(/^Failed/)).getByRole("link");
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["#/customer/3/details", "_blank"]);
    await press(user, "Close", await dialog());
    expect(await said("1 selected")).toBeTruthy();
    expect(((await box("Tidewater Logistics")) as HTMLInputElement).checked).toBe(true);

    await press(user, "Set pending", await bar());
    await press(user, "Set pending 1", await dialog());
    await within(await dialog()).findByText("0 done, 1 failed.");
    panel.intercept = plainly();
    await press(user, "Retry failed records", await dialog());
    expect(await said("Nothing selected")).toBeTruthy();
    expect((await panel.read("/api/customers/3")).status).toBe("pending");
  });

  itRarely("reaches nothing by a filter that the platform ignores", async () => {
    const unknown = "status=active";
    panel.intercept = plainly(({ method, url }) =>
      method === "GET" && url.includes(unknown) ? panel.read(url.replace(unknown, "")).then(Response.json) : undefined,
    );
    const user = await panel.open("/customer?filter=%7B%22status%22%3A%22active%22%7D");
    await boxes();
    await user.click(pageBox());
    await press(user, /^Select all \d+ that match/);
    await press(user, "Set pending", await bar());
    await within(await dialog()).findByText(/finds as many records without the filter “Status” and may not support it/);
    expect(within(await dialog()).getByRole("button", { name: "Set pending" })).toHaveProperty("disabled", true);
  });

  itRarely("reaches what was read before the first change, each record once, and offers no undo", async () => {
    panel.intercept = plainly();
    const user = await panel.open("/customer?filter=%7B%22status%22%3A%22active%22%7D");
    await boxes();
    const answer = await panel.read("/api/customers/?status=active&rows=100&order_by=id");
    const { "ngcp:customers": all } = answer._embedded as Record<string, { id: number }[]>;
    const ids = (all ?? []).map(({ id }) => id);
    await user.click(pageBox());
    await press(user, `Select all ${answer.total_count} that match`);
    await press(user, "Change a field…", await bar());
    await user.selectOptions(await within(await dialog()).findByRole("combobox", { name: "Field" }), "External ID");
    await user.type(await within(await dialog()).findByRole("textbox", { name: /New value/ }), "ALL");
    await press(user, `Change ${ids.length}`, await dialog());
    await screen.findByText(`${ids.length} records changed`);
    expect(panel.written()).toEqual(ids.map((id) => `PATCH /api/customers/${id}`));
    expect((await panel.read("/api/customers/?external_id=ALL")).total_count).toBe(ids.length);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("asks before the page is left while it runs", async () => {
    panel.intercept = plainly();
    const user = await panel.open("/domain");
    await boxes();
    await user.click(screen.getByRole("link", { name: "Rewrite rule sets" }));
    await user.click(await box("us_e164"));
    panel.intercept = plainly(({ method }) =>
      method === "DELETE"
        ? Response.json({ code: 429, message: "Too many" }, { status: 429, headers: { "Retry-After": "600" } })
        : undefined,
    );
    await press(user, "Delete", await bar());
    await press(user, /^Delete \d+/, await dialog());
    await within(await dialog()).findByRole("button", { name: "Stop" });
    window.history.back();
    const question = await screen.findByRole("alertdialog", { name: "Leave while this runs?" });
    await user.click(within(question).getByRole("button", { name: "Leave" }));
    expect(await screen.findByRole("heading", { name: "Domains" })).toBeTruthy();
  });
});

/** Last: it leaves no customer as it was. */
it("an action on all matches reaches every row, even when it changes the filtered field", async () => {
  const user = await panel.open("/customer?filter=%7B%22status%22%3A%22active%22%7D");
  await boxes();
  const { total_count: total } = await panel.read("/api/customers/?status=active");
  await user.click(pageBox());
  await press(user, `Select all ${total} that match`);
  await press(user, "Set pending", await bar());
  await press(user, /^Set pending \d+/, await dialog());
  expect(await said("Nothing selected")).toBeTruthy();
  // Customer 1 is the platform's own and was named as impossible.
  expect((await panel.read("/api/customers/?status=active")).total_count).toBe(1);
  // One request, whatever their number.
  expect(panel.written().filter((request) => !request.includes("preview"))).toHaveLength(1);
});
