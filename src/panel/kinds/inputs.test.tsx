import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup } from "../../../tests/support/render.ts";
import type { FieldDescriptor, FieldKind, Json } from "../../core/schema/descriptor.ts";
import { formatInput } from "../../core/values/dateTime.ts";
import { showInput } from "../../testing/input.tsx";
import { inputs } from "./KindInput.tsx";
import { browserZone } from "./time/browserZone.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Fixture {
  readonly field?: Partial<FieldDescriptor>;
  /** A value on the wire, and the text shown for it. */
  readonly value: Json;
  readonly shown: string;
  /** User input into an empty field, and the resulting value. */
  readonly act: (user: UserEvent) => Promise<void>;
  readonly typed: Json;
}

const type =
  (text: string, label: string | RegExp = "Field") =>
  async (user: UserEvent) => {
    await user.type(screen.getByLabelText(label), text);
  };
const pick = (text: string) => async (user: UserEvent) => {
  await user.type(screen.getByRole("combobox"), text);
  await user.click((await screen.findAllByRole("option"))[0] as HTMLElement);
};
const numberParts: FieldDescriptor[] = ["cc", "ac", "sn"].map((name) => ({
  name,
  kind: "text",
  format: "digits",
  required: name !== "ac",
}));
const parts: FieldDescriptor[] = [
  { name: "weight", kind: "integer", required: true },
  { name: "note", kind: "text", required: false },
];

function filePicker(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("nothing to choose a file with");
  return input;
}

/** A file of these bytes, one per character. */
function picture(name: string, bytes: string): File {
  return new File([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], name, { type: "image/png" });
}

const someInstant = new Date("2031-02-03T04:05:00Z");

const fixtures: Record<FieldKind, Fixture> = {
  text: { value: "acme", shown: "acme", act: type(" acme "), typed: "acme" },
  longText: { value: "two\nlines", shown: "two\nlines", act: type("two{Enter} lines"), typed: "two\n lines" },
  integer: { value: 5060, shown: "5060", act: type("5061"), typed: 5061 },
  decimal: { value: 0.25, shown: "0.25", act: type("1.5"), typed: 1.5 },
  money: { value: 10000, shown: "100.00", act: type("12.5"), typed: 1250 },
  percent: { value: 20, shown: "20", act: type("19.6"), typed: 19.6 },
  duration: { value: 5400, shown: "1 hr 30 min", act: type("1.5 h"), typed: 5400 },
  boolean: { value: true, shown: "on", act: (user) => user.click(screen.getByRole("switch")), typed: true },
  enum: {
    field: { enum: ["active", "locked"] },
    value: "locked",
    shown: "locked",
    act: (user) => user.selectOptions(screen.getByRole("combobox"), "active"),
    typed: "active",
  },
  reference: {
    field: { reference: { resource: "domains", search: "domain", expand: true } },
    value: 2,
    shown: "two.example",
    act: pick("one"),
    typed: 1,
  },
  references: {
    field: { reference: { resource: "domains", search: "domain", expand: true } },
    value: [2],
    shown: "two.example",
    act: pick("one"),
    typed: [1],
  },
  dateTime: {
    value: "2031-02-03T04:05:00Z",
    shown: formatInput(someInstant, browserZone()),
    act: (user) => type(formatInput(someInstant, browserZone()))(user),
    typed: "2031-02-03T04:05:00Z",
  },
  date: { value: "2026-01-31", shown: "2026-01-31", act: type("2026-2-1"), typed: "2026-02-01" },
  timeOfDay: { value: "08:30", shown: "08:30", act: type("9.15"), typed: "09:15" },
  calendarRange: {
    field: { format: "weekday-range" },
    value: "2-6",
    shown: "Monday",
    act: (user) => user.selectOptions(screen.getByRole("combobox", { name: /^Field$/ }), "Sunday"),
    typed: "1",
  },
  callDestination: {
    value: "sip:431234@example.org",
    shown: "431234@example.org",
    act: async (user) => user.selectOptions(await screen.findByRole("combobox"), "Voicemail"),
    typed: "voicebox",
  },
  email: { value: "a@example.org", shown: "a@example.org", act: type("b@example.org"), typed: "b@example.org" },
  emailList: {
    value: "a@example.org,b@example.org",
    shown: "b@example.org",
    act: type("a@example.org, b@example.org "),
    typed: "a@example.org,b@example.org",
  },
  host: { value: "sip.example", shown: "sip.example", act: type("sip.example"), typed: "sip.example" },
  ip: { value: "192.0.2.1", shown: "192.0.2.1", act: type("2001:db8::1"), typed: "2001:db8::1" },
  ipList: {
    value: ["192.0.2.0/24"],
    shown: "192.0.2.0/24",
    act: type("192.0.2.1{Enter}2001:db8::/32,"),
    typed: ["192.0.2.1", "2001:db8::/32"],
  },
  phoneNumber: {
    field: { fields: numberParts },
    value: { cc: "43", ac: "1", sn: "234567" },
    shown: "234567",
    act: (user) => user.type(document.getElementById("field-cc") as HTMLElement, "43"),
    typed: { cc: "43" },
  },
  phoneNumbers: {
    field: { fields: numberParts },
    value: [{ cc: "43", ac: null, sn: "234567" }],
    shown: "234567",
    act: async (user) => {
      await user.click(screen.getByRole("button", { name: "Add number" }));
      await user.keyboard("44");
    },
    typed: [{ cc: "44", ac: null, sn: null }],
  },
  regex: { value: "^0([1-9])", shown: "^0([1-9])", act: type("^00"), typed: "^00" },
  colour: { value: "#0b6672", shown: "#0b6672", act: type("rgb(11, 102, 114)"), typed: "rgb(11, 102, 114)" },
  file: {
    field: { file: { types: ["image/png"], maxBytes: 1024 } },
    value: "data:image/png;name=dot.png;base64,iVBORw0KGgo=",
    shown: "dot.png",
    act: (user) => user.upload(filePicker(), picture("dot.png", "\x89PNG\r\n\x1a\n")),
    typed: "data:image/png;name=dot.png;base64,iVBORw0KGgo=",
  },
  password: { value: "s3cret", shown: "s3cret", act: type("S3cret!pass"), typed: "S3cret!pass" },
  country: { value: "AT", shown: "Austria", act: pick("austria"), typed: "AT" },
  timezone: { value: "Europe/Vienna", shown: "Europe/Vienna", act: pick("new york"), typed: "America/New_York" },
  tags: { value: ["one"], shown: "one", act: type("one, two,"), typed: ["one", "two"] },
  object: {
    field: { fields: parts },
    value: { weight: 3, note: "x" },
    shown: "3",
    act: (user) => user.type(document.getElementById("field-weight") as HTMLElement, "7"),
    typed: { weight: 7 },
  },
  list: {
    field: { fields: parts },
    value: [{ weight: 3, note: "x" }],
    shown: "3",
    act: async (user) => {
      await user.click(screen.getByRole("button", { name: "Add to Field" }));
      await user.keyboard("7");
    },
    typed: [{ weight: 7, note: null }],
  },
};

const domains = [
  { id: 1, domain: "one.example", reseller_id: 1 },
  { id: 2, domain: "two.example", reseller_id: 1 },
];
const dataProvider = {
  getMany: async (_: string, { ids }: { ids: (string | number)[] }) => ({
    data: domains.filter((domain) => ids.includes(domain.id)) as never[],
  }),
  getList: async (_: string, { filter }: { filter?: { domain?: string } }) => {
    const data = domains.filter(({ domain }) => domain.includes(filter?.domain ?? ""));
    return { data: data as never[], total: data.length };
  },
};

/** All visible text of the inputs: values, chips, selected options. */
function readable(): string {
  const values = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map((input) =>
    input.type === "checkbox" ? (input.checked ? "on" : "off") : input.value,
  );
  const options = [...document.querySelectorAll("select")].map((select) => select.selectedOptions[0]?.text);
  const chips = [...document.querySelectorAll(".MuiChip-label")].map((chip) => chip.textContent);
  const notes = [...document.querySelectorAll("[role=status]")].map((note) => note.textContent);
  return [...values, ...options, ...chips, ...notes].join("\n");
}

describe.each(Object.keys(inputs) as FieldKind[])("the input of kind %s", (kind) => {
  const { field, value: wire, shown, act, typed } = fixtures[kind];
  const descriptor: FieldDescriptor = { name: "thing", kind, required: false, ...field };

  it("shows a value from the wire", async () => {
    await showInput({ field: descriptor, value: wire, dataProvider });
    await waitFor(() => expect(readable()).toContain(shown));
  });

  it("parses typed text", async () => {
    const { user, value } = await showInput({ field: descriptor, dataProvider });
    await act(user);
    await waitFor(() => expect(value()).toEqual(typed));
  });

  it("changes nothing while it is read-only", async () => {
    const { user, value } = await showInput({ field: descriptor, value: wire, readOnly: true, dataProvider });
    for (const input of document.querySelectorAll<HTMLElement>("input:not([aria-hidden]), textarea, select")) {
      await user.click(input);
      await user.keyboard("1{Enter}");
    }
    expect(value()).toEqual(wire);
  });

  it("shows the error and links it to the input", async () => {
    await showInput({ field: descriptor, value: wire, problems: { "": "This is wrong" }, dataProvider });
    const text = await screen.findByText("This is wrong");
    const described = [...document.querySelectorAll("[aria-describedby]")].flatMap((element) =>
      (element.getAttribute("aria-describedby") ?? "").split(" "),
    );
    expect(described.some((id) => document.getElementById(id)?.contains(text))).toBe(true);
  });
});

describe("a chosen file", () => {
  const field: FieldDescriptor = {
    name: "thing",
    kind: "file",
    required: false,
    file: { types: ["image/png"], maxBytes: 64 },
  };

  it("that is too large is rejected at once", async () => {
    const { user, value } = await showInput({ field });
    await user.upload(filePicker(), picture("big.png", "\x89PNG\r\n\x1a\n".padEnd(65, "x")));
    await screen.findByText("The file is larger than 0 KB");
    expect(value()).toBeUndefined();
  });

  it("whose content does not match its name is rejected at once", async () => {
    const { user } = await showInput({ field });
    await user.upload(filePicker(), picture("page.png", "<html>"));
    await screen.findByText("Not a file of these types: PNG");
  });

  it("can be cleared", async () => {
    const { user, value } = await showInput({ field });
    await user.upload(filePicker(), picture("dot.png", "\x89PNG\r\n\x1a\n"));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(value()).toBeNull();
    screen.getByText("No file");
  });
});
