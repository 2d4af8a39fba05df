import { expect, it } from "vitest";
import { resources } from "../../../generated/all.gen.ts";
import { platformUntilEnd } from "../../../testing/platform.ts";
import { buildTokens } from "../../accounts/sessions.ts";
import { defaultSettings } from "../../runtime/settings.ts";
import { buildContext } from "../../server/buildContext.ts";
import { planOf } from "../plan/resourcePlan.ts";
import { insertRows } from "./store.ts";

const platform = await platformUntilEnd();
const { database } = platform;
const tokens = buildTokens(database.kysely);
const { plans } = buildContext({ database, resources, settings: defaultSettings, tokens });
const plan = planOf(plans, "billingprofiles");

const draft = (name: string, more: object = {}) => ({ reseller_id: 2, handle: name, name, ...more });
const values = { peaktime_weekdays: [{ weekday: 5 }], interval_charge: 0.25, prepaid: true, currency: null };

it("stores rows in their order, also where their columns differ", async () => {
  const all = [draft("a", values), draft("b", values), draft("c"), draft("d", values), draft("e", values)];
  const rows = await insertRows(platform.database.kysely, plan, all);
  expect(rows.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((one, other) => one - other));
});

it("stores rows of a set as it stores a single one", async () => {
  const { kysely } = platform.database;
  const set = await insertRows(kysely, plan, [draft("f", values), draft("g", values)]);
  const [single] = await insertRows(kysely, plan, [draft("h", values)]);
  const own = { id: 0, handle: "", name: "" };
  expect(set.map((row) => ({ ...row, ...own }))).toEqual([single, single].map((row) => ({ ...row, ...own })));
  expect(single).toMatchObject({ peaktime_weekdays: values.peaktime_weekdays, prepaid: true, currency: null });
});
