import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, openTestPlatform, type TestPlatform } from "../../../../testing/platform.ts";
import { prepareTemplate, renderFile } from "../configEvaluator.ts";
import { sampleDevice } from "../configPreviewRoutes.ts";
import { type CatalogueModel, catalogueModels, keysOf } from "./catalogueModels.ts";

const phones = catalogueModels.filter(({ type }) => type === "phone");
const account = { user: "ada", password: "Tulip-Harbour-27", server: "sip.example.org" };

function render({ vendor, model, ranges, config }: CatalogueModel, bootstrap = false): string {
  const sample = sampleDevice({ vendor, model });
  // The lamp is on the last group: some phones have lamps of their own.
  const range = ranges.at(-1)?.name;
  const [own = {}, lamp = {}] = sample.phone.keys as readonly object[];
  const keys = [
    { ...own, range: ranges[0]?.name },
    { ...lamp, range, keynum: 0, label: 'Ben "B" & Son' },
  ];
  const { template, faults } = prepareTemplate(config?.text ?? "");
  expect(faults).toEqual([]);
  const modules = catalogueModels
    .filter((module) => module.phones?.includes(model))
    .map((module) => ({
      number: 1,
      model: module.model,
      keys: [{ ...lamp, number: 1, label: "Door" }, { number: 2 }],
    }));
  const values = {
    ...{ ...sample, config: { ...(sample.config as object), bootstrap } },
    phone: { ...sample.phone, keys, modules },
    preferences: { device: { device: { ntp_server: "time.example.org", admin_pass: "Copper-Meadow-51" } } },
  };
  const rendered = template && renderFile(template, values);
  return rendered && "text" in rendered ? rendered.text : JSON.stringify(rendered);
}

/** The settings of a file as the phone would read them: `name = value`, `NAME="value"`, elements or attributes. */
function settingsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (text.startsWith("<")) {
    const visit = (element: XmlElement) => {
      const key = [element.name, element.attributes.idx].filter((part) => part !== undefined).join(" ");
      found.set(key, element.text.trim());
      for (const [name, value] of Object.entries(element.attributes)) found.set(name, value);
      for (const child of element.children) if (child.type === "element") visit(child as XmlElement);
    };
    const { root } = parseXml(text);
    if (root) visit(root);
    return found;
  }
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name, quoted, plain] = /^([\w.]+)\s*=\s*(?:"([^"]*)"|([^"].*|))$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no setting: ${line}`);
    found.set(name, quoted ?? plain ?? "");
  }
  return found;
}

interface Places {
  readonly user: string;
  readonly password: string;
  readonly server: string;
  readonly lamp: readonly [string, string];
  /** The first and the second key of a module. */
  readonly module?: Readonly<Record<string, string>>;
}

/** Where each vendor's file has the account, the lamp and a module's keys. */
const places: Readonly<Record<string, Places>> = {
  Yealink: {
    user: "account.1.user_name",
    password: "account.1.password",
    server: "account.1.sip_server.1.address",
    lamp: ["linekey.2.type", "16"],
    module: {
      "expansion_module.1.key.1.type": "16",
      "expansion_module.1.key.1.value": "102",
      "expansion_module.1.key.1.label": "Door",
      "expansion_module.1.key.2.type": "0",
    },
  },
  Snom: {
    user: "user_name 1",
    password: "user_pass 1",
    server: "user_host 1",
    lamp: ["fkey 1", "blf sip:ben@sip.example.org;user=phone"],
  },
  Grandstream: { user: "P35", password: "P34", server: "P47", lamp: ["P303", "102"] },
  Polycom: {
    user: "reg.1.auth.userId",
    password: "reg.1.auth.password",
    server: "reg.1.server.1.address",
    lamp: ["attendant.resourceList.1.address", "ben@sip.example.org"],
  },
  Panasonic: {
    user: "SIP_AUTHID_1",
    password: "SIP_AUTHPASS_1",
    server: "SIP_RGSTR_ADDR_1",
    lamp: ["FLEX_BUTTON_FACILITY_ACT2", "X_PANASONIC_IPTEL_CONTACT"],
  },
  Cisco: {
    user: "User_ID_1_",
    password: "Password_1_",
    server: "Proxy_1_",
    lamp: ["Extended_Function_2_", 'fnc=blf+sd+cp;sub=ben@sip.example.org;ext=102@sip.example.org;nme=Ben "B" & Son'],
    module: {
      Number_of_Units: "1",
      Unit_1_Key_1_: "fnc=blf+sd+cp;sub=ben@sip.example.org;ext=102@sip.example.org;nme=Door",
      Unit_1_Key_2_: "",
    },
  },
};

it("has at least twelve phones", () => {
  expect(phones.length).toBeGreaterThanOrEqual(12);
});

describe.each(phones.map((phone) => [`${phone.vendor} ${phone.model}`, phone] as const))("%s", (_, phone) => {
  it("gets its account, server, keys and time in its own format", () => {
    const settings = settingsOf(render(phone));
    const place = places[phone.vendor];
    if (!place) throw new Error(`no places for ${phone.vendor}`);
    const { user, password, server, lamp } = place;
    expect([user, password, server].map((name) => settings.get(name))).toEqual([
      ...[account.user, account.password, account.server],
    ]);
    expect(settings.get(lamp[0])).toBe(lamp[1]);
    expect([...settings.values()]).toContain("time.example.org");
    expect([...settings.values()].some((value) => value.includes("Copper-Meadow-51"))).toBe(true);
  });

  it("learns only its address at first", () => {
    const text = render(phone, true);
    settingsOf(text);
    expect(text).toContain("https://panel.example/device/autoprov/config/");
    expect(text).not.toContain(account.password);
  });
});

const modules = catalogueModels.filter(({ type }) => type === "extension");
const withModule = modules.flatMap(({ phones: fitting = [] }) =>
  phones.filter(({ model }) => fitting.includes(model)).map((phone) => [phone.model, phone] as const),
);

it.each(withModule)("%s gets the keys of its module", (_, phone) => {
  expect(Object.fromEntries(settingsOf(render(phone)))).toMatchObject(places[phone.vendor]?.module ?? { missing: "" });
});

it.each(catalogueModels.map((model) => [`${model.vendor} ${model.model}`, model] as const))(
  "%s has its keys on its picture",
  (_, { ranges, width, height }) => {
    const outside = ranges.flatMap(keysOf).filter(({ x, y }) => x <= 0 || x >= width || y <= 0 || y >= height);
    expect(outside).toEqual([]);
  },
);

describe("the catalogue", () => {
  let platform: TestPlatform;
  let master: Client;
  beforeAll(async () => {
    platform = await openTestPlatform();
    master = await platform.as("master");
  });
  afterAll(() => platform.close());

  it("takes models in once, with a configuration and a profile each", async () => {
    const names = catalogueModels.map(({ vendor, model }) => `${vendor} ${model}`);
    const take = (models: readonly unknown[]) =>
      master.send("POST", "/api/pbxdevicemodels/ready", { reseller_id: 2, models });
    expect((await take(names.slice(0, 1))).body).toEqual({ taken_in: 1 });
    expect((await take([...names, names[0]])).body).toEqual({ taken_in: names.length - 1 });
    const counts = [];
    for (const resource of ["pbxdevicemodels", "pbxdeviceconfigs", "pbxdeviceprofiles"]) {
      counts.push((await master.send("GET", `/api/${resource}/`)).body.total_count);
    }
    expect(counts).toEqual([names.length, phones.length, phones.length]);
    const { body } = await master.send("GET", "/api/pbxdevicemodels/ready?reseller_id=2");
    expect((body.models as { is_taken: boolean }[]).every(({ is_taken }) => is_taken)).toBe(true);
    expect((await master.send("GET", "/api/pbxdevicemodels/?reseller_id=3")).body.total_count).toBe(0);
  });

  it.each([
    [{ models: ["Yealink T46U"] }, "/reseller_id"],
    [{ reseller_id: 2, models: [] }, "/models"],
    [{ reseller_id: 2, models: ["Yealink T46U", "Larch L1"] }, "/models/1"],
  ])("refuses %j", async (body, pointer) => {
    const { status, body: answer } = await master.send("POST", "/api/pbxdevicemodels/ready", body);
    expect([status, answer.errors]).toMatchObject([422, [{ pointer }]]);
  });

  it("is not taken in by those who may not create devices, and by resellers for themselves only", async () => {
    const body = { reseller_id: 2, models: ["Snom D735"] };
    expect((await (await platform.as("reader")).send("POST", "/api/pbxdevicemodels/ready", body)).status).toBe(403);
    const reseller = await platform.as("resellerThree");
    expect((await reseller.send("POST", "/api/pbxdevicemodels/ready", body)).status).toBe(201);
    expect((await master.send("GET", "/api/pbxdevicemodels/?reseller_id=3")).body.total_count).toBe(1);
  });

  it("connects modules and phones, whichever is taken in first", async () => {
    const reseller = await platform.as("resellerThree");
    for (const name of ["Yealink EXP43", "Yealink T46U", "Yealink T54W", "Yealink EXP50"]) {
      await reseller.send("POST", "/api/pbxdevicemodels/ready", { models: [name] });
    }
    const { body } = await reseller.send("GET", "/api/pbxdevicemodels/?vendor=Yealink");
    type Taken = { id: number; model: string; connectable_models: number[] };
    const taken = Object.values(body._embedded as Record<string, Taken[]>).flat();
    const nameOf = (id: number) => taken.find((one) => one.id === id)?.model;
    expect(Object.fromEntries(taken.map((one) => [one.model, one.connectable_models.map(nameOf)]))).toEqual({
      ...{ EXP43: [], T46U: ["EXP43"], T54W: [], EXP50: ["T54W"] },
    });
  });
});
