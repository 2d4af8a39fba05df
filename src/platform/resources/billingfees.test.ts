import { beforeEach, describe, expect, it } from "vitest";
import { createdId, errorsOf } from "../../../tests/support/api.ts";
import { csv, problemsOf, reportOf, streaming } from "../../testing/csv.ts";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";
import { createProfile } from "../../testing/records.ts";

const path = "/api/billingfees/";
let profile: number;
let zone: number;

const makeZone = async (billing_profile_id: number, name: string, detail: string | null = null) =>
  createdId(await admin.send("POST", "/api/billingzones/", { billing_profile_id, zone: name, detail }));
const post = (values: object, client = admin) =>
  client.send("POST", path, { billing_profile_id: profile, billing_zone_id: zone, destination: "^44", ...values });
const list = async (resource: string, query = "") =>
  itemsOf(
    await admin.send("GET", `/api/${resource}/?rows=100&order_by=id&billing_profile_id=${profile}${query}`),
    resource,
  );

const platform = await platformUntilEnd();
const admin = await platform.as("master");
beforeEach(async () => {
  profile = await createProfile(admin);
  zone = await makeZone(profile, "National");
});

describe("the patterns of a fee", () => {
  it("are regular expressions in the two modes that say so, and numbers or names in the others", async () => {
    for (const match_mode of ["regex_longest_pattern", "regex_longest_match"]) {
      expect(errorsOf(await post({ match_mode, source: "(", destination: "^4(" }))).toEqual([
        "/source rules.format.number-pattern",
        "/destination rules.format.number-pattern",
      ]);
    }
    for (const match_mode of ["prefix", "exact_destination"]) {
      for (const destination of ["49 151", "49\u00a0151", "49151-49159", "4.91522E+11", "^49"])
        expect(errorsOf(await post({ match_mode, destination }))).toEqual(["/destination rules.format.number-prefix"]);
      expect((await post({ match_mode, source: "anna", destination: "lnp:3" })).status).toBe(201);
    }
  });

  it("are stored as calls have their numbers", async () => {
    await post({ match_mode: "prefix", source: "+43", destination: "0044" });
    expect(await list("billingfees")).toMatchObject([{ source: "43", destination: "44" }]);
  });

  it("are checked again when the mode changes", async () => {
    const id = createdId(await post({ match_mode: "prefix", destination: "*4" }));
    const patch = [{ op: "replace", path: "/match_mode", value: "regex_longest_match" }];
    const changed = await admin.send("PATCH", `${path}${id}`, patch, { "content-type": "application/json-patch+json" });
    expect(errorsOf(changed)).toEqual(["/destination rules.format.number-pattern"]);
  });

  it("match any caller if none is given", async () => {
    await post({ destination: "^1" });
    await post({ destination: "1", match_mode: "prefix" });
    expect((await list("billingfees")).map(({ source }) => source)).toEqual([".", null]);
  });

  it("are those of no other fee with the same mode, direction and caller", async () => {
    await post({});
    expect(errorsOf(await post({}))).toEqual(["/destination rules.uniqueTogether"]);
    const asPrefix = { match_mode: "prefix", destination: "44" };
    for (const other of [{ source: "^43" }, { direction: "in" }, asPrefix, { destination: "^49" }]) {
      expect((await post(other)).status).toBe(201);
    }
    expect(errorsOf(await post({ ...asPrefix, destination: "+44" }))).toEqual(["/destination rules.uniqueTogether"]);
  });
});

it("the prices of a fee are exact, and may be negative", async () => {
  const rates = {
    onpeak_init_rate: 0.0333,
    onpeak_follow_rate: -0.1,
    offpeak_init_rate: 1234567.891,
    offpeak_extra_rate: 1e-7,
  };
  await post(rates);
  expect(await list("billingfees")).toMatchObject([rates]);
});

describe("the zone of a fee", () => {
  const named = (values: object) => ({ billing_zone_id: undefined, ...values });

  it("is found or created by its two names", async () => {
    await post(named({ billing_zone_zone: "National", billing_zone_detail: "", destination: "^1" }));
    await post(named({ billing_zone_zone: "World", billing_zone_detail: "Mobile", destination: "^2" }));
    await post(named({ billing_zone_zone: "World", billing_zone_detail: "Mobile", destination: "^3" }));
    expect((await list("billingzones")).map((one) => [one.zone, one.detail])).toEqual([
      ["National", null],
      ["World", "Mobile"],
    ]);
    const [first, second, third] = (await list("billingfees")).map(({ billing_zone_id }) => billing_zone_id);
    expect(first).toBe(zone);
    expect(third).toBe(second);
  });

  it("is not created by a fee that is refused", async () => {
    const refused = await post(named({ billing_zone_zone: "World", billing_zone_detail: "", onpeak_init_interval: 0 }));
    expect(refused.status).toBe(422);
    expect(await list("billingzones")).toHaveLength(1);
  });

  it("is one of the profile", async () => {
    const other = await makeZone(await createProfile(admin), "Elsewhere");
    expect(errorsOf(await post({ billing_zone_id: other }))).toEqual(["/billing_zone_id rules.reference"]);
  });
});

describe("a file of fees", () => {
  const upload = (text: string, query = "", client = admin) =>
    client.send("POST", `${path}?billing_profile_id=${profile}${query}`, text, csv);
  const check = async (text: string) =>
    reportOf(await admin.send("POST", `${path}?check=true&billing_profile_id=${profile}`, text, streaming));
  /** The fourteen columns of older files. */
  const line = (
    destination: string,
    more: { zone?: string; detail?: string; interval?: number; free?: number } = {},
  ) => {
    const { zone = "National", detail = "", interval = 60, free = 1 } = more;
    return `.,${destination},out,${zone},${detail},0.05,${interval},0.05,10,0.025,60,0.025,10,${free}`;
  };

  it("has fourteen columns or up to twenty-one, and what is not there has its default", async () => {
    expect((await upload(`${line("^44")}\n${line("49", { free: 0 }).slice(1)},prefix,1.5,30\n`)).status).toBe(201);
    expect(await list("billingfees")).toMatchObject([
      {
        destination: "^44",
        billing_zone_id: zone,
        match_mode: "regex_longest_pattern",
        onpeak_use_free_time: true,
        offpeak_use_free_time: true,
        onpeak_extra_second: null,
        aoc_pulse_amount_per_message: 0,
      },
      {
        destination: "49",
        match_mode: "prefix",
        onpeak_extra_rate: 1.5,
        onpeak_extra_second: 30,
        offpeak_use_free_time: false,
      },
    ]);
    expect((await check(line("^1").split(",").slice(0, 13).join())).badLines[0]?.problems[0]?.key).toBe(
      "rules.csv.columns",
    );
  });

  it("creates zones by both of their names, once, and none for a bad line", async () => {
    const file = [
      line("^1", { zone: "World", detail: "Mobile" }),
      line("^2", { zone: "World", detail: "Landline" }),
      line("^3", { zone: "World", detail: "Mobile" }),
      line("^4", { zone: "Bad", interval: 0 }),
      line("(", { zone: "Worse" }),
      line("^5", { zone: "" }),
      line("^1"),
    ].join("\n");
    const report = await check(file);
    expect(problemsOf(report)).toEqual([
      [4, "onpeak_init_interval rules.minimum"],
      [5, "destination rules.format.number-pattern"],
      [6, "billing_zone_zone rules.required"],
      [7, "destination rules.csv.twice"],
    ]);
    expect(report).toMatchObject({ isStored: false, lines: 7, good: 3, created: { billingzones: 2 } });
    expect(await list("billingzones")).toHaveLength(1);
    await upload(file.split("\n").slice(0, 3).join("\n"));
    expect((await list("billingzones")).map(({ detail }) => detail)).toEqual([null, "Mobile", "Landline"]);
    expect(await list("billingfees")).toHaveLength(3);
  });

  it("is refused as a whole for a bad line, which is named, and deletes nothing then", async () => {
    await upload(line("^9"));
    const file = [line("^1"), line("^2", { zone: "World", interval: 0 }), line("^3")].join("\n");
    for (const query of ["", "&purge_existing=true"]) {
      expect(errorsOf(await upload(file, query))).toEqual(["/2/onpeak_init_interval rules.minimum"]);
    }
    for (const value of ["49151-49159", "4.91522E+11", "49 151", "49\u00a0151"]) {
      const { status, body } = await upload(`${line(value).slice(1)},prefix`);
      const params = { line: 1, column: "destination", value };
      expect([status, body.errors]).toMatchObject([422, [{ pointer: "/1/destination", params }]]);
    }
    expect((await list("billingfees")).map(({ destination }) => destination)).toEqual(["^9"]);
    expect(await list("billingzones")).toHaveLength(1);
  });
});
