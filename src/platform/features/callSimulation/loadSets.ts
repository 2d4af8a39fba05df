import type {
  EmergencyContainer,
  HeaderSet,
  LevelName,
  NcosLevel,
  NcosSet,
  Peering,
  RewriteSet,
} from "../../../core/telephony/callRouting/data.ts";
import { anyOf } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import type { Row } from "../../resourceHooks.ts";
import { toTimeSet } from "./loadLine.ts";

export async function loadRewriteSet(db: Db, by: { name: string } | { id: number }): Promise<RewriteSet | null> {
  const sets = db.selectFrom("rewriterulesets").select(["id", "name"]);
  const matching = "id" in by ? sets.where("id", "=", by.id) : sets.where("name", "=", by.name);
  const set = await matching.executeTakeFirst();
  if (!set) return null;
  return { ...set, rules: await db.selectFrom("rewriterules").selectAll().where("set_id", "=", set.id).execute() };
}

/** Levels by a condition, with all that they compare a call with. */
async function levelsOf(db: Db, rows: readonly Row<"ncoslevels">[]): Promise<NcosLevel[]> {
  if (rows.length === 0) return [];
  const ids = anyOf(rows.map(({ id }) => id));
  const patterns = await db
    .selectFrom("ncospatterns")
    .selectAll()
    .where("ncos_level_id", "=", ids)
    .orderBy("id")
    .execute();
  const carriers = await db
    .selectFrom("ncoslnpcarriers")
    .selectAll()
    .where("ncos_level_id", "=", ids)
    .orderBy("id")
    .execute();
  const ofCarriers = await db
    .selectFrom("ncoslnppatterns")
    .selectAll()
    .where("ncos_lnp_list_id", "=", anyOf(carriers.map(({ id }) => id)))
    .orderBy("id")
    .execute();
  const times = await db
    .selectFrom("timesets")
    .selectAll()
    .where("id", "=", anyOf(rows.flatMap(({ time_set_id }) => time_set_id ?? [])))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    level: row.level,
    mode: row.mode === "whitelist" ? "whitelist" : "blacklist",
    local_ac: row.local_ac ?? false,
    intra_pbx: row.intra_pbx ?? false,
    time_set: toTimeSet(times.find(({ id }) => id === row.time_set_id)),
    time_set_invert: row.time_set_invert ?? false,
    patterns: patterns.filter(({ ncos_level_id }) => ncos_level_id === row.id),
    carriers: carriers
      .filter(({ ncos_level_id }) => ncos_level_id === row.id)
      .map(({ id, carrier_id }) => ({
        id,
        carrier_id,
        patterns: ofCarriers.filter(({ ncos_lnp_list_id }) => ncos_lnp_list_id === id),
      })),
  }));
}

export async function loadNcosLevel(db: Db, by: LevelName): Promise<NcosLevel | null> {
  const levels = db.selectFrom("ncoslevels").selectAll();
  const matching =
    "id" in by
      ? levels.where("id", "=", by.id)
      : levels.where("reseller_id", "=", by.resellerId).where("level", "=", by.level);
  const [level = null] = await levelsOf(db, await matching.execute());
  return level;
}

export async function loadNcosSet(db: Db, resellerId: number, name: string): Promise<NcosSet | null> {
  const sets = db.selectFrom("ncossets").select(["id", "name"]).where("reseller_id", "=", resellerId);
  const set = await sets.where("name", "=", name).executeTakeFirst();
  if (!set) return null;
  const rows = await db
    .selectFrom("ncossetlevels")
    .innerJoin("ncoslevels", "ncoslevels.id", "ncossetlevels.ncos_level_id")
    .selectAll("ncoslevels")
    .where("ncossetlevels.ncos_set_id", "=", set.id)
    .orderBy("ncossetlevels.id")
    .execute();
  return { ...set, levels: await levelsOf(db, rows) };
}

export async function loadContainer(db: Db, resellerId: number, name: string): Promise<EmergencyContainer | null> {
  const all = db.selectFrom("emergencymappingcontainers").select(["id", "name"]).where("reseller_id", "=", resellerId);
  const container = await all.where("name", "=", name).executeTakeFirst();
  if (!container) return null;
  const mappings = db.selectFrom("emergencymappings").selectAll();
  return { ...container, mappings: await mappings.where("emergency_container_id", "=", container.id).execute() };
}

export async function loadHeaderSet(
  db: Db,
  by: { name: string } | { subscriberId: number },
): Promise<HeaderSet | null> {
  const sets = db.selectFrom("headerrulesets").select(["id", "name"]);
  const matching = "name" in by ? sets.where("name", "=", by.name) : sets.where("subscriber_id", "=", by.subscriberId);
  const set = await matching.executeTakeFirst();
  if (!set) return null;
  const rules = await db.selectFrom("headerrules").selectAll().where("set_id", "=", set.id).execute();
  const conditions = await db.selectFrom("headerruleconditions").selectAll().where("set_id", "=", set.id).execute();
  const actions = await db.selectFrom("headerruleactions").selectAll().where("set_id", "=", set.id).execute();
  return {
    ...set,
    rules: rules.map((rule) => ({
      id: rule.id,
      name: rule.name,
      direction: rule.direction,
      priority: rule.priority ?? 100,
      stopper: rule.stopper ?? false,
      enabled: rule.enabled ?? true,
      conditions: conditions
        .filter(({ rule_id }) => rule_id === rule.id)
        .map((condition) => ({
          ...condition,
          expression_negation: condition.expression_negation ?? false,
          values: toJsonArray(condition.values),
          enabled: condition.enabled ?? true,
        })),
      actions: actions
        .filter(({ rule_id }) => rule_id === rule.id)
        .map((action) => ({ ...action, priority: action.priority ?? 100, enabled: action.enabled ?? true })),
    })),
  };
}

export async function loadPeering(db: Db): Promise<Peering> {
  const groups = await db.selectFrom("peeringgroups").selectAll().orderBy("id").execute();
  const servers = await db.selectFrom("peeringservers").selectAll().orderBy("id").execute();
  const rules = await db.selectFrom("peeringrules").selectAll().orderBy("id").execute();
  const inbound = await db.selectFrom("peeringinboundrules").selectAll().orderBy("id").execute();
  const times = await db
    .selectFrom("timesets")
    .selectAll()
    .where("id", "=", anyOf(groups.flatMap(({ time_set_id }) => time_set_id ?? [])))
    .execute();
  return {
    groups: groups.map(({ id, name, priority, time_set_id }) => ({
      id,
      name,
      priority: priority ?? 1,
      time_set: toTimeSet(times.find((set) => set.id === time_set_id)),
    })),
    servers: servers.map((server) => ({ ...server, enabled: server.enabled ?? true })),
    rules: rules.map((rule) => ({ ...rule, enabled: rule.enabled ?? true, stopper: rule.stopper ?? false })),
    inbound: inbound.map((rule) => ({ ...rule, field: rule.field ?? "from_user", enabled: rule.enabled ?? true })),
  };
}
