import type { Row } from "../entityHooks.ts";
import type { Draft } from "./draft.ts";
import { slug } from "./names.ts";

/** One in this many owners has settings of its own; all others have the defaults. */
const EVERY = 12;

type Line = Row<"subscribers">;

/** Voicemail, speed dial, fax and callthrough settings of some subscribers, and the menu of every cloud PBX. */
export function addSettings(draft: Draft): void {
  const lines = draft.rows("subscribers");
  for (const line of lines) {
    if (line.is_pbx_pilot) addMenu(draft, line, lines);
    if (line.id % EVERY === 1 && !line.is_pbx_group) addOwn(draft, line, lines);
  }
}

/** Own fraud limits of some customers: low enough that the calls of a month and of a busy day reach them. */
export function addFraudLimits(draft: Draft): void {
  for (const { id, external_id } of draft.rows("customers").filter((row) => row.id % EVERY === 2)) {
    draft.add("customerfraudpreferences", {
      id,
      fraud_interval_limit: 200,
      fraud_interval_lock: 2,
      fraud_interval_notify: `accounts-${slug(external_id ?? "customer")}@platform.example`,
      fraud_daily_limit: 20,
      fraud_daily_lock: null,
      fraud_daily_notify: null,
    });
  }
}

function addOwn(draft: Draft, line: Line, lines: readonly Line[]): void {
  const { id, email, display_name } = line;
  const numbers = colleaguesOf(line, lines).flatMap((other) => numberOf(draft, other) ?? []);
  draft.add("voicemailsettings", {
    id,
    pin: draft.random.digits(4),
    email,
    attach: true,
    delete: false,
    sms_number: null,
  });
  draft.add("speeddials", {
    id,
    speeddials: numbers.slice(0, 3).map((destination, index) => ({ slot: `*${index + 1}`, destination })),
  });
  if (email === null) return;
  const copy = { destination: email, filetype: "PDF14", incoming: true, outgoing: false, status: true };
  draft.add("faxserversettings", {
    id,
    active: true,
    name: display_name,
    password: null,
    t38: true,
    ecm: true,
    destinations: [copy],
  });
  const isStrict = id % 2 === 0;
  draft.add("mailtofaxsettings", {
    id,
    active: true,
    secret_key: isStrict ? `${slug(display_name ?? "fax")}-${draft.random.digits(6)}` : null,
    last_secret_key_modify: null,
    secret_key_renew: isStrict ? "monthly" : "never",
    secret_renew_notify: isStrict ? [{ destination: email }] : [],
    acl: [{ from_email: email, use_regex: false }],
  });
  const mobile = numbers[0]?.replace(/\d{6}$/, `7009${String(id % 100).padStart(2, "0")}`);
  draft.add("ccmapentries", { id, mappings: mobile ? [{ auth_key: mobile, source_uuid: line.uuid }] : [] });
}

/** The groups of a cloud PBX by key, and the first seat as the default. */
function addMenu(draft: Draft, pilot: Line, lines: readonly Line[]): void {
  const others = colleaguesOf(pilot, lines);
  const groups = others.filter(({ is_pbx_group }) => is_pbx_group);
  const first = others.find(({ is_pbx_group }) => !is_pbx_group);
  const slot = (key: string, { pbx_extension }: Line) => ({ slot: key, destination: pbx_extension });
  draft.add("autoattendants", {
    id: pilot.id,
    slots: [
      ...groups.map((group, index) => slot(String(index + 1), group)),
      ...(first ? [slot("0", first), slot("default", first)] : []),
    ],
  });
}

function colleaguesOf({ id, customer_id }: Line, lines: readonly Line[]): Line[] {
  return lines.filter((other) => other.customer_id === customer_id && other.id !== id);
}

function numberOf(draft: Draft, { id }: Line): string | undefined {
  return draft.rows("numbers").find(({ subscriber_id }) => subscriber_id === id)?.number ?? undefined;
}
