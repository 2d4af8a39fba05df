import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";

const panel = await openPanel();

const valuesOf = (label: string) =>
  screen.getAllByText(label, { selector: "section dt" }).map((term) => term.nextElementSibling?.textContent);

describe("the page of a record", () => {
  it("shows the name, state and fields, grouped as in the form", async () => {
    await panel.open("/customer/5/details/master-data");
    const heading = await screen.findByRole("heading", { level: 1, name: "Copperbeech Dental" });
    expect(heading.nextElementSibling?.textContent).toBe("Active");
    await waitFor(() => expect(document.title).toBe("Copperbeech Dental · Customers · Patchbay"));
    expect(await screen.findByRole("heading", { level: 2, name: "VAT" })).toBeTruthy();
    expect(valuesOf("VAT rate")).toEqual(["20%"]);
    const contact = screen.getByText("Contact", { selector: "section dt" }).nextElementSibling;
    const link = () => contact?.querySelector("a")?.getAttribute("href");
    await waitFor(() => expect(link()).toMatch(/^#\/contact\/\d+\/details/));
    expect(screen.getAllByText(String(contact?.textContent))).toHaveLength(1);
    expect(screen.getAllByRole("columnheader", { name: "In force from" }).length).toBeGreaterThan(0);
  });

  it("shows no id while a name is loading", async () => {
    const release = panel.hold((url) => /^\/api\/(customers\/5|resellers|billingprofiles)/.test(url));
    await panel.open("/customer/5/details/master-data");
    const trail = await screen.findByRole("navigation", { name: "Breadcrumbs" });
    expect(trail.textContent).toBe("/Customers/");
    expect(document.title).toBe("Customers · Patchbay");
    expect(document.body.textContent).not.toMatch(/#\d/);
    release();
    await waitFor(() => expect(trail.textContent).toBe("/Customers/Copperbeech Dental"));
    await waitFor(() => expect(document.title).toBe("Copperbeech Dental · Customers · Patchbay"));
  });

  it("starts with the key facts, each named record as a link", async () => {
    await panel.open("/customer/5/details/master-data");
    await screen.findByRole("heading", { level: 1, name: "Copperbeech Dental" });
    const head = document.querySelector("header dl");
    await waitFor(() =>
      expect([...(head?.querySelectorAll("dt") ?? [])].map(({ textContent }) => textContent)).toEqual([
        "Reseller",
        "External ID",
        "Product",
        "Billing profile",
      ]),
    );
    const links = [...(head?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["#/reseller/2/details", expect.stringMatching(/^#\/billing\/\d+\/details$/)]);
  });

  it("reveals a password on click, and logs that in the journal", async () => {
    const user = await panel.open("/subscriber/1/details/master-data");
    await screen.findByText("SIP password", { selector: "section dt" });
    const { password } = await panel.read("/api/subscribers/1");
    expect(document.body.textContent).not.toContain(password);
    await user.click(screen.getByRole("button", { name: "Show: SIP password" }));
    await screen.findByText(String(password));
    await user.click(screen.getByRole("button", { name: "Hide: SIP password" }));
    expect(screen.queryByText(String(password))).toBeNull();
    // Of the other only a hash is stored.
    expect(screen.queryByText("Web password", { selector: "section dt" })).toBeNull();
    panel.go("/subscriber/1/details/journal");
    const entry = (await screen.findByText("Password shown")).closest("li");
    expect(entry?.textContent).toMatch(/superusermaster.*SIP password$/);
  });

  it("hides empty fields, and shows them on request", async () => {
    const user = await panel.open("/customer/5/details/master-data");
    await screen.findByRole("heading", { level: 2, name: "VAT" });
    expect(screen.queryByText("Terminated")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show empty fields" }));
    expect(valuesOf("Terminated")).toEqual(["—"]);
  });

  it("shows values cached from a list at once", async () => {
    await panel.open("/domain");
    await screen.findByText("sip.spreeklang.example");
    const release = panel.hold((url) => url.startsWith("/api/domains/3"));
    panel.go("/domain/3/details");
    expect(await screen.findByRole("heading", { level: 1, name: "sip.spreeklang.example" })).toBeTruthy();
    release();
  });

  it("offers permitted actions, and terminates the record after confirmation", async () => {
    const user = await panel.open("/domain/19/details");
    const button = await screen.findByRole("button", { name: "Delete domain" });
    const heading = screen.getByRole("heading", { level: 1 });
    await user.click(button);
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain(`${heading.textContent} will be deleted`);
    await user.click(within(dialog).getByRole("button", { name: "Delete domain" }));
    await screen.findByRole("heading", { level: 1, name: "Domains" });
    expect(window.location.hash).toBe("#/domain");
    // It may have been tried, as its dependents are few.
    expect(panel.written().filter((request) => !request.includes("preview"))).toEqual(["DELETE /api/domains/19"]);
  });

  it("tells before a termination what changes, and what ends in depth", async () => {
    const user = await panel.open("/customer/2/details");
    await user.click(await screen.findByRole("button", { name: "Terminate customer" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Terminate customer" }));
    // Below its subscribers.
    expect(await dialog.findByText("Registered devices: 10")).toBeTruthy();
    expect(dialog.getByText("Subscribers: 24")).toBeTruthy();
    const status = dialog.getByText("Status").closest("div");
    expect(status?.textContent).toBe("StatusActive →becomes Terminated");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
  });

  it("offers read-only users no actions", async () => {
    await panel.open("/customer/5/details/master-data", "superuserReadOnly");
    await screen.findByRole("heading", { level: 2, name: "VAT" });
    expect(screen.queryByRole("button", { name: "Terminate customer" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  });

  it("says when the record does not exist", async () => {
    await panel.open("/customer/99999/details");
    expect(await screen.findByText(/no longer exists/)).toBeTruthy();
  });
});

it("what belongs to a record is listed below it, with addresses below its own", async () => {
  const user = await panel.open("/peering/1/details");
  const tabs = await screen.findByRole("navigation", { name: "Sections of this record" });
  expect(within(tabs).getByRole("link", { name: "Peering servers" }).getAttribute("href")).toBe(
    "#/peering/1/details/server",
  );
  panel.go("/peering/1/details/server");
  const server = await screen.findByRole("link", { name: "northgate-carrier-sbc1" });
  expect(server.getAttribute("href")).toMatch(/^#\/peering\/1\/details\/server\/\d+\/details$/);
  expect(screen.getByRole("link", { name: "Create peering server" }).getAttribute("href")).toBe(
    "#/peering/1/details/server/create",
  );
  expect(panel.requests.some(({ url }) => url.startsWith("/api/peeringservers/?") && /group_id=1/.test(url))).toBe(
    true,
  );
  await user.click(screen.getByRole("button", { name: "Add filter" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).not.toContain("Peering group");
});

describe("the tabs of a record", () => {
  const linksOf = async () => {
    const tabs = await screen.findByRole("navigation", { name: "Sections of this record" });
    return within(tabs).getAllByRole("link");
  };
  const partsOf = async (section: string) =>
    within(await screen.findByRole("navigation", { name: section })).getAllByRole("link");
  /** What the open one is called: its count may come later. */
  const openOf = (links: readonly HTMLElement[]) =>
    links.find((link) => link.getAttribute("aria-current") === "page")?.firstChild?.textContent;
  const openTab = async () => openOf(await linksOf());
  const openPart = async (section: string) => openOf(await partsOf(section));

  it("start with the specified one, and each has a URL", async () => {
    await panel.open("/reseller/4/details");
    const links = await linksOf();
    expect(await openTab()).toBe("Overview");
    expect(links[0]?.getAttribute("href")).toBe("#/reseller/4/details/base-information");
    expect(await openPart("Overview")).toBe("Base information");
    expect((await screen.findAllByText("Bayview Telecom")).map(({ tagName }) => tagName)).toContain("DD");
    panel.go("/reseller/4/details/time-sets");
    expect(await openPart("Features")).toBe("Time sets");
    expect(await openTab()).toBe("Features");
    panel.go("/customer/5/details");
    expect(await openPart("Overview")).toBe("Master data");
    expect((await partsOf("Overview")).map((link) => link.textContent)).toContain("Reseller");
  });

  it("show referenced records, also indirect ones, with links", async () => {
    await panel.open("/reseller/4/details/contact");
    const edit = await screen.findByRole("link", { name: /^Edit .*@/ });
    expect(edit.getAttribute("href")).toMatch(/^#\/contact\/\d+\/edit\?resource=systemcontacts$/);
    const heading = within(screen.getByRole("main")).getByRole("heading", { level: 2 });
    expect(edit.getAttribute("aria-label")).toBe(`Edit ${heading.textContent}`);
    expect(valuesOf("Email")).toEqual([heading.textContent]);
    expect(panel.requests.filter(({ url }) => url.startsWith("/api/contracts/"))).toEqual([]);
  });

  it("fetch references that the platform does not expand", async () => {
    panel.intercept = undefined;
    await panel.open("/dashboard");
    const { contact_id: _, ...contract } = await panel.read("/api/contracts/4");
    panel.intercept = ({ url }) =>
      url.startsWith("/api/resellers/4")
        ? Response.json({ id: 4, name: "Bayview Telecom", contract_id: contract.id, status: "active" })
        : undefined;
    panel.go("/reseller/4/details/contact");
    expect(await screen.findByRole("link", { name: /^Edit .*@/ })).toBeTruthy();
  });

  it("say when a reference is empty or its record is gone", async () => {
    await panel.open("/voucher/2/details/customer");
    expect(await screen.findByText("None set for this record.")).toBeTruthy();
    panel.intercept = ({ url }) =>
      url.startsWith("/api/contracts/") ? Response.json({ code: 404, message: "Gone" }, { status: 404 }) : undefined;
    panel.go("/reseller/4/details/contract");
    expect((await screen.findByText(/no longer exists/)).textContent).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: "Bayview Telecom" })).toBeTruthy();
  });

  it("list what belongs to the record", async () => {
    await panel.open("/reseller/2/details/customers");
    expect(await screen.findByRole("link", { name: "Foxglove Bakery" })).toBeTruthy();
    const asked = panel.requests.filter(({ url }) => url.startsWith("/api/customers/?"));
    expect(asked.every(({ url }) => /[?&]reseller_id=2(&|$)/.test(url))).toBe(true);
    expect(screen.queryByRole("columnheader", { name: "Reseller" })).toBeNull();
  });

  it("answer to legacy names", async () => {
    await panel.open("/reseller/4/details/invoicetemplates");
    await screen.findByRole("region", { name: "Invoice templates" });
    expect(window.location.hash).toBe("#/reseller/4/details/invoice-templates");
  });

  it("stand in sections where there are many, each with a line of its own", async () => {
    await panel.open("/subscriber/7/details/faxes");
    const line = async () => (await linksOf()).map((link) => link.textContent);
    const sections = ["Overview", "Numbers and devices", "Calls", "Voicemail and fax", "Call forwarding", "Features"];
    expect(new Set(await line())).toEqual(new Set([...sections, "Journal"]));
    expect(await openTab()).toBe("Voicemail and fax");
    const section = within(await screen.findByRole("navigation", { name: "Voicemail and fax" }));
    expect(section.getByRole("link", { current: "page" }).textContent).toBe("Faxes");
    expect(section.getByRole("link", { name: "SMS" }).getAttribute("href")).toBe("#/subscriber/7/details/sms");
    panel.go("/subscriber/7/details/call-forwarding/time-set");
    const forwarding = within(await screen.findByRole("navigation", { name: "Call forwarding" }));
    expect(forwarding.getAllByRole("link")).toHaveLength(5);
    panel.go("/subscriber/7/details/journal");
    await waitFor(() => expect(screen.queryByRole("navigation", { name: "Call forwarding" })).toBeNull());
    expect(await openTab()).toBe("Journal");
  });

  it("are limited to the record's own", async () => {
    await panel.open("/customer/8/details/pbx-groups");
    expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeTruthy();
    panel.go("/customer/8/details/subscribers");
    expect((await linksOf()).map((link) => link.textContent)).not.toContain("PBX groups");
  });

  it("are forbidden to users they are hidden from", async () => {
    await panel.open("/customer/5/details", "reseller");
    expect(await openTab()).toBe("Overview");
    expect(await openPart("Overview")).toBe("Master data");
    expect((await partsOf("Overview")).map((link) => link.textContent)).not.toContain("Reseller");
    panel.go("/customer/5/details/reseller");
    expect(await screen.findByRole("heading", { level: 1, name: "Forbidden" })).toBeTruthy();
  });

  it("stay beside a note where the URL names none of them", async () => {
    await panel.open("/domain/3/details/secrets");
    expect(await screen.findByText("This record has no tab “secrets”.")).toBeTruthy();
    expect((await linksOf()).map((link) => link.textContent)).toContain("Journal");
  });
});

describe("the journal of a record", () => {
  it("omits references to records that the role may not read", async () => {
    const changes = { domain: { before: null, after: "new.example" }, reseller_id: { before: null, after: 6 } };
    const of = { resource_name: "domains", resource_id: 2, title: "new.example", exists: true };
    const entry = { id: 1, ...of, operation: "create", timestamp: "2026-01-02T03:04:05Z", username: "ada", changes };
    panel.intercept = ({ url }) =>
      url.includes("/journal") ? Response.json({ _embedded: { "ngcp:journal": [entry] }, total_count: 1 }) : undefined;
    await panel.open("/domain/2/details/journal", "superuser");
    expect(await screen.findByRole("rowheader", { name: "Reseller" })).toBeTruthy();
    panel.leave();
    panel.intercept = ({ url }) => {
      if (url.includes("/journal")) return Response.json({ _embedded: { "ngcp:journal": [entry] }, total_count: 1 });
      return url.startsWith("/api/domains/")
        ? Response.json({ id: 2, domain: "new.example", reseller_id: 6 })
        : undefined;
    };
    await panel.open("/domain/2/details/journal", "reseller");
    expect(await screen.findByRole("rowheader", { name: "Domain" })).toBeTruthy();
    expect(screen.queryByRole("rowheader", { name: "Reseller" })).toBeNull();
    expect(document.body.textContent).not.toContain("#6");
  });

  it("shows who changed what, newest first", async () => {
    const user = await panel.open("/reseller");
    const flip = await screen.findByRole("switch", { name: "WebRTC, Bayview Telecom" });
    const wasOn = flip.getAttribute("aria-checked") === "true";
    for (const count of [1, 2]) {
      await user.click(flip);
      await user.click(await screen.findByRole("button", { name: "Change" }));
      await waitFor(() => expect(panel.written()).toHaveLength(count));
      await waitFor(() => expect(flip.getAttribute("aria-busy")).toBe("false"));
    }
    panel.go("/reseller/4/details/journal");
    const [newest, older] = await screen.findAllByText("Changed", { selector: "li strong" });
    const entry = newest?.closest("li");
    expect(entry?.textContent).toContain("test-superusermaster");
    const cells = within(entry as HTMLElement).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent)).toEqual(wasOn ? ["No", "Yes"] : ["Yes", "No"]);
    expect(older).toBeTruthy();
  });

  it("says when it is empty", async () => {
    await panel.open("/customer/7/details/journal");
    expect(await screen.findByText("No changes recorded yet.")).toBeTruthy();
  });
});
