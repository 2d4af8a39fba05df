import type { LevelName, PayableTariff, RoutingLookup } from "../../../core/telephony/callRouting/data.ts";
import { serverName } from "../../../core/telephony/callRouting/peers.ts";
import { Tariff } from "../../../core/telephony/rating/tariff.ts";
import type { PartArguments, PartQuestion, Parts } from "./loadPart.ts";

/** Thrown where a call needs what is not known yet: ask for it, and start again. */
export class MissingPart extends Error {
  constructor(
    readonly key: string,
    readonly question: PartQuestion,
  ) {
    super(`${key} is not known`);
  }
}

/** Look-ups of a call, as far as they were asked for. */
export class CachedLookup implements RoutingLookup {
  readonly #cached = new Map<string, unknown>();

  constructor(readonly at: Date) {}

  store(key: string, value: unknown): void {
    this.#cached.set(key, value);
  }

  line(id: number) {
    return this.#get("line", id);
  }

  lineByNumber(number: string) {
    const id = this.#get("idByNumber", number);
    return id === null ? null : this.line(id);
  }

  lineByAddress(username: string, domain: string) {
    const id = this.#get("idByAddress", username, domain);
    return id === null ? null : this.line(id);
  }

  lineByExtension(customerId: number, extension: string) {
    return this.#get("lineByExtension", customerId, extension);
  }

  isServed(domain: string) {
    return this.#get("isServed", domain);
  }

  customerNumbers(customerId: number) {
    return this.#get("customerNumbers", customerId);
  }

  trustedSources(address: string) {
    return this.#get("trustedSources", address);
  }

  peering() {
    return this.#get("peering");
  }

  serverPreferences(id: number) {
    const server = this.peering().servers.find((candidate) => candidate.id === id);
    return server ? this.#get("serverPreferences", serverName(server)) : {};
  }

  rewriteSet(by: { readonly name: string } | { readonly id: number }) {
    return this.#get("rewriteSet", by);
  }

  ncosLevel(by: LevelName) {
    return this.#get("ncosLevel", by);
  }

  ncosSet(resellerId: number, name: string) {
    return this.#get("ncosSet", resellerId, name);
  }

  emergencyContainer(resellerId: number, name: string) {
    return this.#get("emergencyContainer", resellerId, name);
  }

  ported(number: string) {
    return this.#get("ported", number);
  }

  headerSet(by: { readonly name: string } | { readonly subscriberId: number }) {
    return this.#get("headerSet", by);
  }

  readonly #tariffs = new Map<number, PayableTariff | null>();

  tariff(customerId: number): PayableTariff | null {
    const cached = this.#tariffs.get(customerId);
    if (cached !== undefined) return cached;
    const loaded = this.#get("tariff", customerId);
    const payable = loaded && {
      profile: loaded.profile,
      currency: loaded.currency,
      tariff: new Tariff(loaded.tariff.profile, loaded.tariff.fees, loaded.tariff.zone),
    };
    this.#tariffs.set(customerId, payable);
    return payable;
  }

  #get<Name extends keyof Parts>(name: Name, ...args: PartArguments<Name>): Awaited<ReturnType<Parts[Name]>> {
    const key = JSON.stringify([name, ...args]);
    if (!this.#cached.has(key)) throw new MissingPart(key, { name, args, at: this.at });
    // Its key has the name.
    return this.#cached.get(key) as Awaited<ReturnType<Parts[Name]>>;
  }
}
