import { createHash } from "node:crypto";
import type { Json } from "../../../src/core/schema/descriptor.ts";

/** What one run knows of its own names and records. */
export interface RunNames {
  readonly base: string;
  /** Random word in all names of the run. */
  readonly run: string;
  /** Random six digits in all its telephone numbers. */
  readonly num: string;
  /** `<resource>/<id>` -> name under which a step kept it. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Members that refer to a resource of another name. */
const RESOURCES_BY_MEMBER: Readonly<Record<string, readonly string[]>> = {
  contract: ["customers", "contracts"],
  contact: ["customercontacts", "systemcontacts"],
  profile: ["billingprofiles", "subscriberprofiles", "pbxdeviceprofiles"],
  billing_profile: ["billingprofiles"],
  billing_zone: ["billingzones"],
  owner: ["subscribers"],
  set: ["soundsets", "rewriterulesets", "headerrulesets"],
  group: ["peeringgroups"],
  ncos_level: ["ncoslevels"],
  carrier: ["lnpcarriers"],
  time_set: ["timesets"],
  timeset: ["timesets"],
  package: ["profilepackages"],
  profile_package: ["profilepackages"],
  network: ["billingnetworks"],
  profile_set: ["subscriberprofilesets"],
  rule: ["headerrules"],
  emergency_container: ["emergencymappingcontainers"],
  device: ["pbxdevicemodels"],
  config: ["pbxdeviceconfigs"],
  destinationset: ["cfdestinationsets"],
  sourceset: ["cfsourcesets"],
  bnumberset: ["cfbnumbersets"],
};

const NO_SUCH_ID = 99999999;
const LONGEST_TEXT = 20_000;
const isRecent = (milliseconds: number) => Math.abs(milliseconds - Date.now()) < 45 * 86_400_000;
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

/** An answer's value with `{{name}}` for whatever differs from run to run: ids, names, times. */
export function normalizeValue(names: RunNames, value: Json, resource: string, key?: string): Json {
  if (typeof value === "string") {
    if (key && /^\d+$/.test(value) && /^id$|_id$/.test(key))
      return String(normalizeNumber(names, Number(value), resource, key)).replace("{{n:", "{{s:");
    return normalizeText(names, value);
  }
  if (typeof value === "number") return normalizeNumber(names, value, resource, key);
  if (Array.isArray(value)) return value.map((item) => normalizeValue(names, item, resource, key));
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    members.map(([name, member]) => {
      const owner = name.endsWith("_expand") ? "?" : resource;
      return [normalizeText(names, name), normalizeValue(names, member ?? null, owner, name)];
    }),
  );
}

function normalizeNumber({ ids }: RunNames, value: number, resource: string, key = ""): number | string {
  if (/^id$|_ids?$/.test(key)) {
    const stem = key.replace(/_ids?$/, "");
    const candidates = key === "id" ? [resource] : (RESOURCES_BY_MEMBER[stem] ?? [`${stem}s`, stem]);
    const name = candidates.map((candidate) => ids.get(`${candidate}/${value}`)).find(Boolean);
    if (name) return `{{n:${name}}}`;
    return value === 0 || value === NO_SUCH_ID ? value : "{{n:id}}";
  }
  if (value > 1.7e9 && value < 2.1e9 && isRecent(value * 1000)) return "{{n:epoch}}";
  if (value > 1.7e12 && isRecent(value)) return "{{n:epochms}}";
  return value;
}

export function normalizeText(names: RunNames, text: string): string {
  if (text.length > LONGEST_TEXT) return `{{long:${hash(text).slice(0, 16)}}}`;
  return settleOrder(
    text
      .replaceAll(names.base, "{{base}}")
      .replaceAll(names.run, "{{run}}")
      .replaceAll(names.num, "{{num}}")
      .replace(/\/api\/([a-z]+)\/(\d+)/g, (_, of, id) => `/api/${of}/{{${names.ids.get(`${of}/${id}`) ?? "id"}}}`)
      .replace(/([?&][a-z_]*id=)\d+/g, "$1{{id}}")
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "{{uuid}}")
      .replace(/\b(20\d\d-\d\d-\d\d)([T ])(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)?/g, describeTime)
      .replace(/\b20\d\d-\d\d-\d\d\b/g, (day) => (isRecent(Date.parse(`${day}T00:00:00Z`)) ? "{{date}}" : day))
      .replace(/\b[0-9a-f]{32}\b/g, "{{hex}}")
      .replace(/\b1[78]\d{8}(?:\.\d+)?\b/g, (seconds) => (isRecent(Number(seconds) * 1000) ? "{{epoch}}" : seconds))
      .replace(
        /\b(id|_id|number|code|with|reseller|contract|customer|subscriber|contact|ID)( is)?( |:|=|=')(')?(\d{1,6})(?!\d)('?)/g,
        "$1$2$3$4{{id}}$6",
      ),
  );
}

function describeTime(text: string, day: string, separator: string, time: string, fraction?: string, zone?: string) {
  if (!isRecent(Date.parse(`${day}T${time}Z`))) return text;
  return `{{now:Y-M-D${separator}h:m:s${fraction ? ".f" : ""}${zone === "Z" ? "Z" : zone ? "z" : ""}}}`;
}

/** What differs between two runs of one program: the order of query parameters, inner ids. */
function settleOrder(text: string): string {
  const [path = "", query] = /^(?:\{\{base\}\})?\/api\/[^ <]*\?/.test(text) ? splitOnce(text, "?") : [text];
  const ordered = query === undefined ? path : `${path}?${query.split("&").sort().join("&")}`;
  return ordered
    .replace(/\/journal\/\d+/g, "/journal/{{id}}")
    .replace(/(\/api\/[a-z]+\/\{\{[a-z0-9_]+\}\})\/\d+/g, "$1/{{id}}")
    .replace(/_\d+(\.(?:ics|csv|zip|svg|pdf|wav|png))/g, "_{{id}}$1")
    .replace(/(SUMMARY:.* event) \d+/g, "$1 {{id}}")
    .replace(/'\d+-(\{\{run\}\}|\{\{num\}\})/g, "'{{id}}-$1")
    .replace(/\b(Reseller|Contact|Customer|Contract|Subscriber) '\d+'/g, "$1 '{{id}}'");
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}
