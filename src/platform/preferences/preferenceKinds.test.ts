import { describe, expect, it } from "vitest";
import { type Answer, embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd, startDemonstration } from "../../../tests/support/demonstration.ts";
import type { Json } from "../../core/schema/descriptor.ts";
import {
  isList,
  type PreferenceDefinition,
  type PreferenceType,
  preferenceKinds,
  valuesResource,
} from "../../core/telephony/preferenceKind.ts";
import { nameColumnOf } from "./preferenceStore.ts";

/** One record of each kind of owner. */
const owners = new Map<string, number>();

const GOOD: Readonly<Record<PreferenceType, Json>> = {
  string: "plain text",
  int: 7,
  boolean: true,
  enum: null,
  blob: { content_type: "text/xml", data: "PGEvPg==" },
};
const BAD: Readonly<Record<PreferenceType, Json>> = {
  string: true,
  int: "seven",
  boolean: "perhaps",
  enum: "no-such-choice",
  blob: "no file",
};
const FORMATS: Readonly<Record<string, string>> = { "ip-or-cidr": "192.0.2.0/24", "integer-list": "0,2" };

/** A valid value; references only to resources that are not served yet, where any text is accepted. */
function goodValue(definition: PreferenceDefinition): Json | undefined {
  const { data_type, enum: choices = [], format, minimum } = definition;
  if (nameColumnOf(definition) || definition.field) return undefined;
  const choice = choices.findLast((each) => each !== null);
  if (data_type === "enum" && choice === undefined) return undefined;
  const one =
    data_type === "enum"
      ? (choice ?? null)
      : format
        ? (FORMATS[format] ?? null)
        : minimum !== undefined && data_type === "string"
          ? String(minimum)
          : GOOD[data_type];
  return isList(definition) ? [one] : one;
}

const addAll = (values: readonly (readonly [string, Json])[]) =>
  values.map(([name, value]) => ({ op: "add", path: `/${name}`, value }));

const errorsOf = ({ body }: Answer) => (body?.errors ?? []) as unknown as { pointer: string; key: string }[];

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");
for (const { kind, owner } of preferenceKinds) {
  const answer = await api.list(owner.resource, { rows: 1, ...(kind === "customer" ? { status: "active" } : {}) });
  const [record] = embedded(answer, owner.resource);
  owners.set(kind, Number(record?.id));
}

it("are only read-only if a field of the owner holds them", () => {
  const all = preferenceKinds.flatMap(({ preferences }) => preferences);
  expect(all.filter(({ read_only, field }) => read_only && !field)).toEqual([]);
});

describe.each(preferenceKinds)("preferences of a $kind", (kind) => {
  const url = () => `/api/${valuesResource(kind)}/${owners.get(kind.kind)}`;
  const changeable = kind.preferences.filter(({ read_only, field }) => !read_only && !field);

  it("are taken, kept and given back, each of its type", async () => {
    const given = changeable.flatMap((definition) => {
      const value = goodValue(definition);
      return value === undefined ? [] : [[definition.attribute, value] as const];
    });
    // Two numbers that must differ.
    const wanted = Object.fromEntries(given.map(([name, value]) => [name, name === "sst_expires" ? 600 : value]));
    const answer = await api.request("PUT", url(), wanted);
    expect(answer.status, answer.text).toBe(204);
    const { body } = await api.request("GET", url());
    expect(body?.[kind.owner.key]).toBe(owners.get(kind.kind));
    for (const [name, value] of Object.entries(wanted)) {
      const isFile = kind.preferences.find(({ attribute }) => attribute === name)?.data_type === "blob";
      expect(body?.[name], name).toEqual(isFile ? { content_type: "text/xml", data: "#blob" } : value);
    }
  });

  it("are refused by name where the value is of another type, all at once", async () => {
    const wrong = changeable
      .filter((definition) => !nameColumnOf(definition))
      .map((definition) => {
        const bad = BAD[definition.data_type];
        return [definition.attribute, isList(definition) ? [bad] : bad] as const;
      });
    const before = await api.request("GET", url());
    const answer = await api.request("PATCH", url(), addAll(wrong));
    expect(answer.status).toBe(422);
    const named = errorsOf(answer).map(({ pointer }) => pointer.split("/")[1]);
    expect([...new Set(named)].sort()).toEqual(wrong.map(([name]) => name).sort());
    expect((await api.request("GET", url())).body).toEqual(before.body);
  });

  it("take one value or a list of them, never the other", async () => {
    const swapped = changeable.map((definition) => {
      const value = isList(definition) ? "one" : ["several"];
      return [definition.attribute, value] as const;
    });
    const answer = await api.request("PATCH", url(), addAll(swapped));
    const keys = errorsOf(answer).map(({ key }) => key);
    expect(keys.filter((key) => !/preference(Single|List)$/.test(key))).toEqual([]);
    expect(keys).toHaveLength(swapped.length);
  });

  it("offer the choices of this kind of owner only", async () => {
    const { body } = await api.request("GET", `/api/${kind.kind}preferencedefs/`);
    expect(Object.keys(body ?? {}).length).toBe(kind.preferences.length + 1);
    const all = preferenceKinds.flatMap(({ preferences }) => preferences);
    for (const { attribute, enum: own } of kind.preferences) {
      const foreign = all
        .filter((other) => other.attribute === attribute)
        .flatMap((other) => other.enum ?? [])
        .find((choice) => choice !== null && !own?.includes(choice));
      if (foreign === undefined || foreign === null) continue;
      const answer = await api.request("PATCH", url(), addAll([[attribute, foreign]]));
      expect([answer.status, attribute]).toEqual([422, attribute]);
    }
  });
});

it("offer the choices that the installation declares", async () => {
  const own = await startDemonstration({ preferenceChoices: { rtp_interface: ["internal"], smsc_peer: ["second"] } });
  const admin = await own.as("administrator");
  const { body } = await admin.request("GET", "/api/domainpreferencedefs/");
  const choicesOf = (name: string) =>
    (body?.[name] as { enum_values: { label: string; value: string }[] } | undefined)?.enum_values ?? [];
  expect(choicesOf("rtp_interface").map(({ label, value }) => [label, value])).toEqual([
    ["Default", null],
    ["internal", "internal"],
  ]);
  expect(choicesOf("smsc_peer").map(({ value }) => value)).toEqual(["default_smsc", "second"]);
  const patch = (value: string) =>
    admin.request("PATCH", `/api/domainpreferences/${owners.get("domain")}`, [
      { op: "add", path: "/rtp_interface", value },
    ]);
  expect((await patch("internal")).status).toBe(204);
  expect(errorsOf(await patch("external"))).toMatchObject([{ pointer: "/rtp_interface", key: "rules.enum" }]);
  await own.close();
});
