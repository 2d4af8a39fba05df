import { createHash } from "node:crypto";
import type { SeedCustomer } from "./customerSeed.ts";
import { type Draft, daysBefore } from "./draft.ts";
import type { AllottedNumber } from "./markets.ts";
import { firstNames, lastNames, slug } from "./names.ts";
import type { Random } from "./random.ts";

/** Hunt groups of a cloud PBX and their policies; small customers only have the first. */
const groups = [
  { name: "Sales", policy: "parallel" },
  { name: "Support", policy: "circular" },
  { name: "Accounts", policy: "serial" },
] as const;
const FIRST_GROUP_EXTENSION = 90;
const SEATS_PER_GROUP = 8;

/** Adds the subscribers of every customer with their numbers. */
export function addSubscribers(draft: Draft, customers: readonly SeedCustomer[], webPasswordHash: string): void {
  for (const customer of customers) {
    if (customer.pbx) addPbx(draft, customer, customer.pbx, webPasswordHash);
    else addLines(draft, customer);
  }
}

function addLines(draft: Draft, customer: SeedCustomer): void {
  const { random } = draft;
  const { market, domainId } = customer.tenant;
  const pool = draft.numbers(market.cc);
  for (let line = 0; line < customer.size; line++) {
    const range = market.singles[customer.id % market.singles.length] ?? random.pick(market.singles);
    const number = pool.take(range);
    const person = personOf(random, customer.host);
    const id = addSubscriber(draft, customer, domainId, {
      username: number.cc + number.ac + number.sn,
      display_name: line === 0 ? customer.company : person.name,
      email: person.email,
      lock: random.chance(0.04) ? 1 : null,
    });
    addNumber(draft, customer, id, number, { isPrimary: true });
    if (random.chance(0.15)) addNumber(draft, customer, id, pool.take(range), { isDevid: random.chance(0.3) });
  }
}

function addPbx(
  draft: Draft,
  customer: SeedCustomer,
  { block, domainId }: NonNullable<SeedCustomer["pbx"]>,
  webpassword: string,
): void {
  const { random } = draft;
  const base = { cc: customer.tenant.market.cc, ac: block.ac, sn: block.prefix };
  const pilot = addSubscriber(draft, customer, domainId, {
    username: "pilot",
    display_name: customer.company,
    email: `phones@${customer.host}`,
    is_pbx_pilot: true,
    is_pbx_group: null,
    webusername: "pilot",
    webpassword,
    administrative: true,
  });
  addNumber(draft, customer, pilot, base, { isPrimary: true });
  const groupIds = groups
    .slice(0, Math.min(groups.length, Math.ceil(customer.size / SEATS_PER_GROUP)))
    .map((group, index) => {
      const extension = String(FIRST_GROUP_EXTENSION + index);
      const id = addSubscriber(draft, customer, domainId, {
        username: slug(group.name),
        display_name: group.name,
        is_pbx_group: true,
        pbx_extension: extension,
        pbx_hunt_policy: group.policy,
        pbx_hunt_timeout: 15,
        pbx_hunt_cancel_mode: "cancel",
      });
      addNumber(draft, customer, id, { ...base, sn: base.sn + extension }, { isPrimary: true });
      return id;
    });
  const names = new Set<string>();
  for (let seat = 0; seat < customer.size - 1 - groupIds.length; seat++) {
    const extension = String(10 + seat);
    const person = personOf(random, customer.host, names);
    const id = addSubscriber(draft, customer, domainId, {
      username: person.username,
      display_name: person.name,
      email: person.email,
      pbx_extension: extension,
      pbx_group_ids: random.chance(0.6) ? [random.pick(groupIds)] : [],
    });
    addNumber(draft, customer, id, { ...base, sn: base.sn + extension }, { isPrimary: true });
  }
}

function addSubscriber(
  draft: Draft,
  customer: SeedCustomer,
  domainId: number,
  given: { readonly username: string; readonly [column: string]: unknown },
): number {
  const { random } = draft;
  const isLocked = customer.status === "locked";
  const { setId, standardId } = customer.tenant.lineProfiles;
  const since = daysBefore(random.integer(10, 29), random);
  return draft.add("subscribers", {
    reseller_id: customer.tenant.id,
    customer_id: customer.id,
    domain_id: domainId,
    password: passwordOf(random),
    display_name: null,
    email: null,
    is_pbx_pilot: customer.pbx ? false : null,
    is_pbx_group: customer.pbx ? false : null,
    pbx_extension: null,
    pbx_group_ids: null,
    pbx_hunt_policy: null,
    pbx_hunt_timeout: null,
    pbx_hunt_cancel_mode: null,
    webusername: null,
    webpassword: null,
    administrative: false,
    profile_set_id: customer.pbx ? null : setId,
    profile_id: customer.pbx ? null : standardId,
    external_id: null,
    timezone: null,
    uuid: uuidOf(`${domainId}/${given.username}`),
    create_timestamp: since,
    modify_timestamp: since,
    ...given,
    status: isLocked ? "locked" : "active",
    lock: isLocked ? 4 : (given.lock ?? null),
  });
}

function addNumber(
  draft: Draft,
  customer: SeedCustomer,
  subscriberId: number,
  { cc, ac, sn }: AllottedNumber,
  { isPrimary = false, isDevid = false }: { readonly isPrimary?: boolean; readonly isDevid?: boolean },
): void {
  draft.add("numbers", {
    reseller_id: customer.tenant.id,
    subscriber_id: subscriberId,
    cc,
    ac,
    sn,
    number: cc + ac + sn,
    is_primary: isPrimary,
    is_devid: isDevid,
  });
}

/** A person; `taken` keeps user names unique within a domain. */
function personOf(random: Random, host: string, taken = new Set<string>()) {
  for (;;) {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
    const username = `${slug(first)}.${slug(last)}`;
    if (taken.has(username)) continue;
    taken.add(username);
    return { username, name: `${first} ${last}`, email: `${username}@${host}` };
  }
}

/** A password that satisfies the password policy. */
function passwordOf(random: Random): string {
  const letters = "abcdefghijkmnpqrstuvwxyz";
  const text = Array.from({ length: 10 }, () => random.pick([...letters])).join("");
  return `${text}${random.pick([...letters.toUpperCase()])}${random.digits(4)}${random.pick([..."-+#!"])}`;
}

/** A UUID derived from the name, like version 5, in a namespace of our own. */
function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
