import { afterEach, describe, expect, it, vi } from "vitest";
import views from "../../../i18n/en/views.json";
import { cleanup, render } from "../../../tests/support/render.ts";
import type { FieldDescriptor, FieldKind, Json } from "../../core/schema/descriptor.ts";
import { wireTypes } from "../../core/schema/kinds.ts";
import { textsFrom } from "../../core/schema/texts.ts";
import type { CellContext } from "./cell.ts";
import { NumberText } from "./phoneNumber/NumberText.tsx";
import { Value } from "./Value.tsx";

const text = textsFrom({ views });
/** Texts of a made-up resource: its choices and fields are labelled by their names. */
const translate = (key: string, options: Record<string, unknown> = {}) => {
  const found = text(key, options as Record<string, Json>);
  if (found !== key) return found;
  return String(options._ ?? key.split(".").at(-1));
};

afterEach(cleanup);

function show(kind: FieldKind, value: Json | undefined, more: Partial<Parameters<typeof Value>[0]> = {}) {
  const context: CellContext = { resource: "things", locale: "en", zone: "Europe/Vienna", place: "list", translate };
  return render(<Value kind={kind} value={value} source="field" record={{ id: 1 }} context={context} {...more} />)
    .container;
}
const inDetails = (context: Partial<CellContext> = {}): { context: CellContext } => ({
  context: { resource: "things", locale: "en", zone: "Europe/Vienna", place: "details", translate, ...context },
});

describe("a value", () => {
  it.each<[FieldKind, Json, string]>([
    ["text", "Acme", "Acme"],
    ["longText", "first\nsecond", "first"],
    ["integer", 1234567, "1,234,567"],
    ["integer", 5060, "5060"],
    ["decimal", 0.125, "0.125"],
    ["money", 199000, "1,990.00"],
    ["percent", 20, "20%"],
    ["duration", 5400, "1 hr 30 min"],
    ["boolean", true, "Yes"],
    ["boolean", false, "No"],
    ["enum", "sipaccount", "sipaccount"],
    ["dateTime", "2026-01-02T03:04:05Z", "2026/01/02 04:04"],
    ["dateTime", "soon", "soon"],
    ["date", "2026-01-31", "2026/01/31"],
    ["date", "2026-11", "2026/11"],
    ["timeOfDay", "08:30:00", "08:30"],
    ["timeOfDay", "08:30:15", "08:30:15"],
    ["email", "a@example.org", "a@example.org"],
    ["emailList", "a@example.org,b@example.org", "a@example.org, b@example.org"],
    ["host", "sip.example", "sip.example"],
    ["ip", "192.0.2.1", "192.0.2.1"],
    ["ipList", ["192.0.2.0/24", "2001:db8::1"], "192.0.2.0/24, 2001:db8::1"],
    ["regex", "^0([1-9]\\d+)$", "^0([1-9]\\d+)$"],
    ["country", "AT", "Austria"],
    ["country", "??", "??"],
    ["timezone", "Europe/Vienna", "Europe/Vienna"],
    ["tags", ["mo", "tu", "we"], "mo, tu +1"],
  ])("of kind %s: %j reads %s", (kind, value, wanted) => {
    expect(show(kind, value).textContent).toBe(wanted);
  });

  it("of a month is written like dates, in every language", () => {
    const field = { name: "period", kind: "text", required: false, format: "year-month" } as const;
    expect(show("text", "2026-11", { field, ...inDetails({ locale: "de" }) }).textContent).toBe("2026/11");
  });

  it.each(Object.keys(wireTypes) as FieldKind[])("of kind %s shows nothing when empty", (kind) => {
    for (const empty of [undefined, null, "", []]) expect(show(kind, empty).innerHTML).toBe("");
  });
});

describe("money", () => {
  it("has the currency of what its record refers to, and as many decimals as its column", () => {
    const field = {
      name: "cost",
      kind: "money",
      required: false,
      unit: "cents",
      currency: ["payer_id.currency"],
    } as const;
    const record = { id: 1, payer_id: 2, payer_id_expand: { currency: "EUR" } };
    expect(show("money", 150, { field, record, digits: 2 }).textContent).toBe("€1.5000");
    expect(show("money", 0.1234, { field, record }).textContent).toBe("€0.001234");
    expect(show("money", 150, { field, record: { id: 1, currency: "EUR" } }).textContent).toBe("1.50");
  });

  it("has the decimals of its currency", () => {
    expect(show("money", 123.4, { record: { id: 1, currency: "KWD" } }).textContent).toBe("KWD\u00a01.234");
    expect(show("money", 10_000, { record: { id: 1, currency: "JPY" } }).textContent).toBe("¥100");
  });

  it("has a price per minute beside the one per second, in the reader's language", () => {
    const field = { name: "rate", kind: "decimal", required: false, unit: "centsPerSecond" } as const;
    const record = { id: 1, currency: "EUR" };
    expect(show("decimal", 0.35, { field, record, digits: 0 }).textContent).toBe("€0.21/min €0.0035/s");
    expect(show("decimal", 0.07, { field, record }).textContent).toBe("€0.042/min €0.0007/s");
    const { context } = inDetails({ locale: "ru" });
    expect(show("decimal", 2, { field, record, context }).textContent).toBe("1,20\u00a0€/мин 0,02\u00a0€/с");
  });

  it("has a price of each call in the currency, with fractions of a cent", () => {
    const field = { name: "rate", kind: "decimal", required: false, unit: "centsEach" } as const;
    expect(show("decimal", 12.5, { field, record: { id: 1, currency: "EUR" } }).textContent).toBe("€0.125");
    expect(show("decimal", 12.5, { field, record: { id: 1, currency: "KWD" } }).textContent).toBe("KWD\u00a00.125");
    expect(show("decimal", 1200, { field, record: { id: 1, currency: "JPY" } }).textContent).toBe("¥12");
  });

  it("uses the record's currency", () => {
    expect(show("money", 199, { record: { id: 1, currency: "EUR" } }).textContent).toBe("€1.99");
  });

  it("may be in units of the currency", () => {
    const field = { name: "balance", kind: "money", required: false, unit: "currency" } as const;
    expect(show("money", 1.99, { field }).textContent).toBe("1.99");
  });
});

describe("a pattern of numbers", () => {
  const modes = { formatWhen: { mode: "regex" }, formatElse: "number-prefix" } as const;
  const field = { name: "pattern", kind: "regex", format: "number-pattern", required: false, ...modes } as const;

  it.each([
    ["^49151.*", "49151…", "Numbers that begin with this"],
    ["^49151", "49151…", "Numbers that begin with this"],
    ["^49151$", "49151", "This number"],
    ["^49(151|160)", "^49(151|160)", "Regular expression"],
    ["49151", "49151", "Regular expression"],
  ])("%s reads %s, and says what it means", (pattern, shown, meaning) => {
    const container = show("regex", pattern, { field, record: { id: 1, mode: "regex" } });
    expect(container.querySelector("code")?.textContent).toBe(shown);
    expect(container.querySelector("code")?.title).toBe(`${meaning}: ${pattern}`);
    expect(container.textContent).toBe(`${shown}, ${meaning}`);
  });

  it("is a prefix where the record says so", () => {
    expect(show("regex", "49151", { field, record: { id: 1, mode: "prefix" } }).textContent).toBe("49151");
  });
});

it("an id is not grouped", () => {
  expect(show("integer", 1234567, { source: "id" }).textContent).toBe("1234567");
  const field: FieldDescriptor = { name: "liid", kind: "integer", required: true, unit: "code" };
  expect(show("integer", 1234567, { source: "liid", field }).textContent).toBe("1234567");
});

describe("a phone number", () => {
  const number = { cc: "43", ac: "1", sn: "234567" };

  const groupsIn = (container: HTMLElement) =>
    [...container.querySelectorAll("span > span")].map(({ textContent }) => textContent);
  const dial: FieldDescriptor = { name: "caller", kind: "text", required: false, clickToDial: true };

  it("is grouped visually and copied without gaps", () => {
    const container = show("phoneNumber", number);
    expect(groupsIn(container)).toEqual(["+43", "1", "234567"]);
    expect(container.textContent).toBe("+431234567");
  });

  it.each<[string, FieldKind, Json]>([
    ["in parts", "phoneNumber", { cc: "44", ac: "20", sn: "79460113" }],
    ["in text", "text", "442079460113"],
    ["in text with a plus", "text", "+442079460113"],
  ])("%s gets the groups of its country", async (_, kind, value) => {
    const container = show(kind, value, { field: kind === "text" ? dial : undefined });
    await vi.waitFor(() => expect(groupsIn(container)).toEqual(["+44", "20", "7946", "0113"]));
    expect(container.textContent).toBe("+442079460113");
  });

  it("keeps room for gaps at its end, unless text follows", async () => {
    const paddingOf = async (isInside: boolean) => {
      const { container } = render(<NumberText text="+442079460113" isInside={isInside} />);
      await vi.waitFor(() => expect(groupsIn(container)).toHaveLength(4));
      return container.querySelector<HTMLElement>("span")?.style.paddingInlineEnd;
    };
    expect(await paddingOf(false)).toBe("0.6em");
    expect(await paddingOf(true)).toBe("0em");
  });

  it.each(["27", "sip:442079460113@example.org", "anonymous"])("that is %s stays as it is", (value) => {
    expect(show("text", value, { field: dial }).innerHTML).toBe(value);
  });

  it("that is invalid is shown as it is", () => {
    expect(show("phoneNumber", { cc: "43", ac: null, sn: "*12" }).textContent).toBe("43 *12");
  });

  it("is listed with one more and a count of the rest", () => {
    expect(show("phoneNumbers", [number, number, number, number]).textContent).toBe("+431234567, +431234567 +2");
  });
});

it("a secret is never shown", () => {
  const container = show("password", "correct horse", inDetails());
  expect(container.textContent).toContain("Hidden");
  expect(container.innerHTML).not.toContain("horse");
});

it("a state has a mark next to its text", () => {
  const container = show("enum", "locked", { source: "status" });
  expect(container.querySelector("[data-state] > i")?.className).toContain("warning");
  expect(container.textContent).toBe("locked");
});

describe("structures", () => {
  const parts: FieldDescriptor[] = [
    { name: "start", kind: "dateTime", required: false },
    { name: "note", kind: "text", required: false },
  ];
  const entries: Json = [{ start: "2026-01-02T03:04:05Z", note: null }, { start: "2026-02-02T03:04:05Z" }];

  it("are a line in a list, with the schema's separators", () => {
    const parts: FieldDescriptor[] = [
      { name: "mask", kind: "integer", required: false },
      { name: "ip", kind: "ip", required: true },
    ];
    const blocks: Json[] = [{ ip: "192.0.2.0", mask: 28 }, { ip: "2001:db8::1" }];
    const shown = (line: readonly string[]) => {
      const field: FieldDescriptor = {
        name: "field",
        kind: "list",
        required: false,
        fields: parts,
        summaryFields: line,
      };
      return show("list", blocks, { field }).textContent;
    };
    expect(shown(["ip", "/mask"])).toBe("192.0.2.0/28, 2001:db8::1");
    expect(shown(["ip", "mask"])).toBe("192.0.2.0 28, 2001:db8::1");
  });

  it("leave out seconds that nobody waits for", () => {
    const timed: FieldDescriptor[] = [
      { name: "destination", kind: "text", required: true },
      { name: "timeout", kind: "duration", required: false, unit: "seconds", waitsFor: "destination" },
    ];
    const field: FieldDescriptor = {
      name: "field",
      kind: "list",
      required: false,
      fields: timed,
      summaryFields: ["destination", "timeout"],
    };
    const set = [
      { destination: "voicebox", timeout: 300 },
      { destination: "4312", timeout: 20 },
    ];
    expect(show("list", set, { field }).textContent).toBe("voicebox, 4312 20 sec");
    expect(show("list", set, { field, ...inDetails() }).querySelectorAll("tbody td")[1]?.textContent).toBe("");
  });

  it("are counted in a list", () => {
    expect(show("list", entries).textContent).toMatch(/entries/);
  });

  it("are a table in details, with the non-empty columns", () => {
    const field: FieldDescriptor = { name: "field", kind: "list", required: false, fields: parts };
    const container = show("list", entries, { field, ...inDetails() });
    expect([...container.querySelectorAll("th")].map((cell) => cell.textContent)).toEqual(["field_start"]);
    expect([...container.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual([
      "2026/01/02 04:04",
      "2026/02/02 04:04",
    ]);
  });

  it("label their parts in details and put them side by side in a list", () => {
    const field: FieldDescriptor = { name: "field", kind: "object", required: false, fields: parts };
    const value = { start: null, note: "x" };
    expect(show("object", value, { field }).textContent).toBe("x");
    expect(show("object", value, { field, ...inDetails() }).textContent).toBe("field_notex");
  });

  it("show all their members and working links in details", () => {
    expect(show("tags", ["a", "b", "c"], inDetails()).querySelectorAll("li")).toHaveLength(3);
    expect(show("email", "a@example.org", inDetails()).querySelector("a")?.getAttribute("href")).toBe(
      "mailto:a@example.org",
    );
  });
});
