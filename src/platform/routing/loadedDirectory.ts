import type { Expression, SqlBool } from "kysely";
import type { Directory, LevelName, Line, PayableTariff, RewriteSet } from "../../core/routing/data.ts";
import { serverName } from "../../core/routing/peers.ts";
import { type Interval, profileAt } from "../entities/billingIntervals.ts";
import { listOf } from "../entities/checks.ts";
import type { Reading, Row } from "../entityHooks.ts";
import { type Plans, planOf } from "../plan/resourcePlan.ts";
import { serverPreferencesOf } from "../preferences/preferencesInForce.ts";
import { byId } from "../query/byId.ts";
import { rowsOf } from "../query/rowsOf.ts";
import { selectRows } from "../query/selectRows.ts";
import { visibleTo } from "../query/visible.ts";
import { loadPorted } from "../rating/portedAt.ts";
import { tariffOf } from "../rating/tariffOf.ts";
import { customerNumbers } from "../rewriting/subscribersRules.ts";
import { loadLine } from "./loadLine.ts";
import { loadContainer, loadHeaderSet, loadNcosLevel, loadNcosSet, loadPeering, loadRewriteSet } from "./loadSets.ts";

/** Thrown where a call needs what is not loaded yet: load it, and start again. */
export class NotLoaded extends Error {
  constructor(
    readonly key: string,
    readonly load: () => Promise<unknown>,
  ) {
    super(`${key} is not loaded`);
  }
}

const subscriber = rowsOf<"subscribers">();

/** What a call needs of this platform, loaded as it is asked for: only what the caller of the API may see. */
export class LoadedDirectory implements Directory {
  readonly #known = new Map<string, unknown>();

  constructor(
    readonly plans: Plans,
    readonly reading: Reading,
    readonly call: { readonly at: Date; readonly tellsFees: boolean },
  ) {}

  /** Loads what was missing. */
  async fill({ key, load }: NotLoaded): Promise<void> {
    this.#known.set(key, await load());
  }

  line(id: number) {
    return this.#get(`line ${id}`, () => this.#loadLine(byId(id)));
  }

  lineByNumber(number: string) {
    const id = this.#get(`number ${number}`, async () => {
      const numbers = this.reading.db.selectFrom("numbers").select("subscriber_id").where("number", "=", number);
      return (await numbers.executeTakeFirst())?.subscriber_id ?? null;
    });
    return id === null ? null : this.line(id);
  }

  lineByAddress(username: string, domain: string) {
    const id = this.#get(`address ${username}@${domain}`, async () => {
      const found = this.reading.db
        .selectFrom("subscribers")
        .innerJoin("domains", "domains.id", "subscribers.domain_id")
        .select("subscribers.id")
        .where("subscribers.username", "=", username)
        .where("domains.domain", "=", domain)
        .where("subscribers.status", "!=", "terminated");
      return (await found.executeTakeFirst())?.id ?? null;
    });
    return id === null ? null : this.line(id);
  }

  lineByExtension(customerId: number, extension: string) {
    return this.#get(`extension ${customerId} ${extension}`, () =>
      this.#loadLine(subscriber.and({ "table.customer_id": customerId, "table.pbx_extension": extension })),
    );
  }

  isServed(domain: string) {
    return this.#get(`domain ${domain}`, async () => {
      const domains = this.reading.db.selectFrom("domains").select("id").where("domain", "=", domain);
      return (await domains.executeTakeFirst()) !== undefined;
    });
  }

  customerNumbers(customerId: number) {
    return this.#get(`numbers ${customerId}`, () => customerNumbers(this.reading, customerId));
  }

  trustedSources(address: string) {
    return this.#get(`sources ${address}`, () => {
      const sources = this.reading.db.selectFrom("trustedsources").selectAll().where("src_ip", "=", address);
      return sources.orderBy("id").execute();
    });
  }

  peering() {
    return this.#get("peering", () => loadPeering(this.reading.db));
  }

  serverPreferences(id: number) {
    const server = this.peering().servers.find((one) => one.id === id);
    return server ? this.#get(`server ${id}`, () => serverPreferencesOf(this.reading.db, serverName(server))) : {};
  }

  rewriteSet(by: { readonly name: string } | { readonly id: number }): RewriteSet | null {
    return this.#get(`rewrite ${JSON.stringify(by)}`, () => loadRewriteSet(this.reading.db, by));
  }

  ncosLevel(by: LevelName) {
    return this.#get(`ncos ${JSON.stringify(by)}`, () => loadNcosLevel(this.reading.db, by));
  }

  ncosSet(resellerId: number, name: string) {
    return this.#get(`ncos set ${resellerId} ${name}`, () => loadNcosSet(this.reading.db, resellerId, name));
  }

  emergencyContainer(resellerId: number, name: string) {
    return this.#get(`container ${resellerId} ${name}`, () => loadContainer(this.reading.db, resellerId, name));
  }

  ported(number: string) {
    const { reading, call } = this;
    return this.#get(`ported ${number}`, () => loadPorted(reading, number, call.at, reading.timeZone));
  }

  headerSet(by: { readonly name: string } | { readonly subscriberId: number }) {
    return this.#get(`headers ${JSON.stringify(by)}`, () => loadHeaderSet(this.reading.db, by));
  }

  tariff(customerId: number): PayableTariff | null {
    if (!this.call.tellsFees) return null;
    return this.#get(`tariff ${customerId}`, () => this.#loadTariff(customerId));
  }

  #get<Value>(key: string, load: () => Promise<Value>): Value {
    if (!this.#known.has(key)) throw new NotLoaded(key, load);
    return this.#known.get(key) as Value;
  }

  async #loadLine(condition: Expression<SqlBool>): Promise<Line | null> {
    const { db, actor } = this.reading;
    const plan = planOf(this.plans, "subscribers");
    const [row] = await selectRows<"subscribers">(db, plan, [...visibleTo(plan, actor), condition]);
    return row ? loadLine(this.reading, row) : null;
  }

  async #loadTariff(customerId: number): Promise<PayableTariff | null> {
    const { db, timeZone } = this.reading;
    const customers = db.selectFrom("customers").select("all_billing_profiles").where("id", "=", customerId);
    const customer = await customers.executeTakeFirst();
    const id = profileAt(listOf<Interval>(customer?.all_billing_profiles), this.call.at);
    if (id === undefined) return null;
    const plan = planOf(this.plans, "billingprofiles");
    const [profile] = await selectRows<"billingprofiles">(db, plan, [byId(id)]);
    if (!profile) return null;
    const title = profile.name;
    return {
      profile: { resource: "billingprofiles", id, title },
      tariff: await tariffOf(this.reading, profile as Row<"billingprofiles">, timeZone),
    };
  }
}
