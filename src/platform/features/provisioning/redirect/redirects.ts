import { type Selectable, sql } from "kysely";
import type { Tables } from "../../../../generated/database.gen.ts";
import type { Db } from "../../../db/tables.ts";
import type { PlatformContext } from "../../../records/context.ts";
import type { Row } from "../../../resourceHooks.ts";
import type { RedirectMethod } from "../../../runtime/settings.ts";
import { countRequests } from "../countRequests.ts";
import type { ServiceAccess } from "./callService.ts";
import { addressOf, isRedirectMethod, redirectService, toMac } from "./redirectService.ts";

type Call = Selectable<Tables["redirectcalls"]> & { readonly id: number };
type Device = Pick<Row<"pbxdevices">, "id" | "reseller_id" | "identifier" | "model_id">;

/** After this many failures a call is given up. */
const MAX_ATTEMPTS = 8;
const MINUTE = 60_000;
/** While a call is being made, no other process takes it. */
const CLAIM = 2 * MINUTE;
/** Ends a call, of however many requests, before another process takes it. */
const MAX_CALL_MS = 1.5 * MINUTE;

/** Notes that a service has to hear of a device, once the change is stored. Nothing for models without such a service. */
export async function enqueueRedirect(
  db: Db,
  action: "register" | "unregister",
  { id, reseller_id, identifier, model_id }: Device,
  now: Date,
): Promise<void> {
  // Services know phones by their MAC address only.
  if (model_id === null || !/^[0-9a-f]{12}$/.test(identifier)) return;
  const model = await db
    .selectFrom("pbxdevicemodels")
    .select("bootstrap_method")
    .where("id", "=", model_id)
    .executeTakeFirst();
  if (!isRedirectMethod(model?.bootstrap_method)) return;
  const call = { model_id, device_id: id, reseller_id, action, identifier, attempts: 0, due_at: now.toISOString() };
  await db.insertInto("redirectcalls").values(call).execute();
}

/** Makes the calls that are due, one after the other. Each outcome is among the device's requests. */
export async function callRedirects(
  { db, settings }: Pick<PlatformContext, "db" | "settings">,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (let call = await claim(db, settings.clock()); call; call = await claim(db, settings.clock())) {
    await make(db, call, settings);
    if (isStopped()) return;
  }
}

async function claim(db: Db, now: Date): Promise<Call | undefined> {
  const until = new Date(now.getTime() + CLAIM).toISOString();
  const { rows } = await sql<Call>`
    update redirectcalls set due_at = ${until}, attempts = attempts + 1 where id = (
      select id from redirectcalls where due_at <= ${now.toISOString()} order by due_at, id
      for update skip locked limit 1)
    returning *`.execute(db);
  return rows[0];
}

async function make(db: Db, call: Call, { devices, publicUrl, clock }: PlatformContext["settings"]): Promise<void> {
  const model = await db.selectFrom("pbxdevicemodels").selectAll().where("id", "=", call.model_id).executeTakeFirst();
  const method = model?.bootstrap_method;
  const done = () => db.deleteFrom("redirectcalls").where("id", "=", call.id).execute();
  if (!model || !isRedirectMethod(method)) {
    await done();
    return;
  }
  const url = devices.redirects?.[method] ?? addressOf(method);
  const failure = await attempt(model, method, { ...call, url, base: publicUrl ?? "" });
  const now = clock();
  await noteOutcome(db, call, { url, failure }, now);
  if (failure === undefined) await forgetEarlier(db, call, method);
  if (failure === undefined || call.attempts >= MAX_ATTEMPTS) {
    await done();
    return;
  }
  // 2, 4, 8 … minutes: about four hours in all.
  const due_at = new Date(now.getTime() + 2 ** call.attempts * MINUTE).toISOString();
  await db.updateTable("redirectcalls").set({ due_at }).where("id", "=", call.id).execute();
}

/** Earlier calls for a phone, which failed and wait, are void: they would register one that is withdrawn by now. */
async function forgetEarlier(db: Db, { id, identifier }: Call, method: RedirectMethod): Promise<void> {
  const models = db.selectFrom("pbxdevicemodels").select("id").where("bootstrap_method", "=", method);
  await db
    .deleteFrom("redirectcalls")
    .where("identifier", "=", identifier)
    .where("id", "<", id)
    .where("model_id", "in", models)
    .execute();
}

/** Returns the text of an error, if there is one. */
async function attempt(
  model: Row<"pbxdevicemodels">,
  method: RedirectMethod,
  { action, identifier, url, base }: Call & { readonly url: string; readonly base: string },
): Promise<string | undefined> {
  const access = accessTo(model, method, url);
  const service = redirectService(method, access);
  const mac = toMac(identifier);
  const requested = model.bootstrap_uri || `${base}/device/autoprov/bootstrap/`;
  const uri = /^(?:https?|t?ftp):\/\//i.test(requested) ? requested : `http://${requested}`;
  try {
    await (action === "register" ? service.register(mac, uri) : service.unregister(mac));
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return withoutSecrets(message, [access.user, access.password]);
  }
}

function accessTo(model: Row<"pbxdevicemodels">, method: RedirectMethod, url: string): ServiceAccess {
  const profiles: Partial<Record<RedirectMethod, string | null>> = {
    redirect_polycom: model.bootstrap_config_redirect_polycom_profile,
    redirect_snom: model.bootstrap_config_redirect_snom_profile,
  };
  return {
    url,
    user: model[`bootstrap_config_${method}_user`] ?? "",
    password: model[`bootstrap_config_${method}_password`] ?? "",
    profile: profiles[method] ?? "",
    productFamily: model.bootstrap_config_redirect_snom_product_family ?? "",
    signal: AbortSignal.timeout(MAX_CALL_MS),
  };
}

/** Removes secrets: services may repeat what they were sent, and readers of the list of requests must not see it. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret !== "").reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

async function noteOutcome(
  db: Db,
  { device_id, reseller_id, identifier, action }: Call,
  { url, failure }: { readonly url: string; readonly failure: string | undefined },
  now: Date,
): Promise<void> {
  const isThere = await db.selectFrom("pbxdevices").select("id").where("id", "=", device_id).executeTakeFirst();
  const noted = {
    ...{ reseller_id, identifier, device_id: isThere?.id ?? null, kind: `redirect_${action}` },
    outcome: failure === undefined ? "served" : "service_failed",
    detail: failure ?? null,
    ip: new URL(url).hostname,
    ...{ user_agent: null, is_encrypted: url.startsWith("https:"), has_password: false },
  };
  await countRequests(db, [{ ...noted, time: now.toISOString() }]);
}
