import type { Json } from "../../../src/core/schema/descriptor.ts";
import { isObject } from "../../../src/core/schema/isObject.ts";
import type { RecordedAnswer, RecordedStep } from "./exchanges.ts";

/** One thing that the recorded answer says: a status, a header, a member's presence, type or value. */
export interface Fact {
  readonly isEqual: boolean;
  /** What differs, without what is particular to one request: counted, and matched by deviations. */
  readonly cause: string;
  /** Only our answer has it. */
  readonly isAddition?: boolean;
}

type JsonObject = { readonly [name: string]: Json };

export const COMPARED_HEADERS = [
  "content-type",
  "link",
  "allow",
  "accept-post",
  "accept-patch",
  "location",
  "preference-applied",
  "content-disposition",
  "www-authenticate",
  "etag",
  "last-modified",
  "cache-control",
  "expires",
];

const DEEPEST = 8;
const MOST_ITEMS = 20;

export const resourceOfPath = (path: string) => /^\/api\/([a-z]+)/.exec(path)?.[1] ?? "root";

/** All facts of a recorded answer, compared with ours; nothing but the status where that differs. */
export function compareAnswers(step: RecordedStep, recorded: RecordedAnswer, ours: RecordedAnswer): Fact[] {
  return new Comparison(step).compare(recorded, ours);
}

class Comparison {
  readonly #step: RecordedStep;
  readonly #facts: Fact[] = [];
  readonly #where: string;

  constructor(step: RecordedStep) {
    this.#step = step;
    const place = /^\/api\/[a-z]+\/?(?:\?|$)/.test(step.path)
      ? "collection"
      : /\/journal/.test(step.path)
        ? "journal"
        : "item";
    this.#where = `${step.method} ${place}`;
  }

  compare(recorded: RecordedAnswer, ours: RecordedAnswer): Fact[] {
    const isStatusEqual = recorded.status === ours.status;
    this.#add(isStatusEqual, `status ${recorded.status} ours ${ours.status} (${describeRequest(this.#step)})`);
    if (isStatusEqual) {
      this.#compareHeaders(recorded, ours);
      if (!recorded.omitted) this.#compareBodies(recorded, ours);
    }
    return this.#facts;
  }

  #add(isEqual: boolean, what: string, isAddition = false): void {
    const anonymous = what.replace(/_links\.ngcp:[a-z]+/, "_links.ngcp:*");
    const isEverywhere =
      /^(?:message|error body)/.test(what) ||
      (/^(?:header|member|type of|value of|length of)/.test(what) &&
        /header|_links|preferencedefs|<attribute>|_embedded/.test(what));
    this.#facts.push({ isEqual, cause: isEverywhere ? anonymous : `${this.#where} ${anonymous}`, isAddition });
  }

  #compareHeaders(recorded: RecordedAnswer, ours: RecordedAnswer): void {
    for (const name of COMPARED_HEADERS) {
      const [a, b] = [recorded.headers[name] || undefined, ours.headers[name] || undefined];
      if (a === undefined && b === undefined) continue;
      const [theirs, answered] =
        this.#step.loose && name === "link" && a && b ? [relationsOf(a), relationsOf(b)] : [a, b];
      const isEqual =
        isSame(theirs, answered) || (Array.isArray(a) && Array.isArray(b) && anyId(a.join()) === anyId(b.join()));
      const isNamed = name === "content-type" || name === "content-disposition";
      const difference =
        a === undefined ? "extra" : b === undefined ? "missing" : isNamed ? `${a} ours ${b}` : "differs";
      this.#add(isEqual, `header ${name} ${difference}`, a === undefined);
    }
  }

  #compareBodies(recorded: RecordedAnswer, ours: RecordedAnswer): void {
    const [theirs, answered] = [kindOfBody(recorded), kindOfBody(ours)];
    this.#add(theirs === answered, `body kind ${theirs} ours ${answered}`);
    if (theirs !== answered) return;
    const resource = resourceOfPath(this.#step.path);
    if (theirs === "text" && !this.#step.loose)
      this.#add(isSame(recorded.text, ours.text), `text differs (${resource})`);
    if (theirs === "binary") this.#add(recorded.sha256 === ours.sha256, `binary differs (${resource})`);
    if (theirs !== "json") return;
    if (isRefusal(recorded.body)) this.#compareRefusals(recorded, ours);
    else this.#compareValues(recorded.body ?? null, ours.body ?? null, "", 0);
  }

  #compareRefusals(recorded: RecordedAnswer, ours: RecordedAnswer): void {
    const [theirs, answered] = [recorded, ours].map(({ body }) => (isObject(body) ? Object.keys(body).sort() : []));
    const lacked = theirs?.filter((name) => !answered?.includes(name)) ?? [];
    const added = answered?.filter((name) => !theirs?.includes(name)) ?? [];
    const difference = `error body has ${added.join("+") || "no more"}${lacked.length ? `, lacks ${lacked.join("+")}` : ""}`;
    this.#add(lacked.length + added.length === 0, difference, lacked.length === 0);
    if (!recorded.fields || !ours.fields) return;
    this.#add(
      isSame(Object.keys(recorded.fields).sort(), Object.keys(ours.fields).sort()),
      "message names other fields",
    );
    for (const [field, input] of Object.entries(recorded.fields)) {
      const answeredInput = ours.fields[field];
      if (answeredInput !== undefined) this.#add(isSame(input, answeredInput), "message input='…' differs");
    }
  }

  #compareValues(recorded: Json, ours: Json, path: string, depth: number): void {
    const { loose } = this.#step;
    const inRows = path.startsWith("._embedded");
    if (loose && inRows && (recorded === null || ours === null)) return;
    const [type, oursType] = [typeOfJson(recorded), typeOfJson(ours)];
    const member = this.#anyMember(path) || "(root)";
    this.#add(type === oursType, `type of ${member}: ${type} ours ${oursType}`);
    if (type !== oursType || depth > DEEPEST) return;
    if (isObject(recorded) && isObject(ours)) this.#compareObjects(recorded, ours, path, depth);
    else if (Array.isArray(recorded) && Array.isArray(ours)) this.#compareArrays(recorded, ours, path, depth);
    else if (!loose || /^\._links\.(?:curies|profile)/.test(path)) {
      const values = member.includes("_links") ? "" : ` ${describeValue(recorded)} ours ${describeValue(ours)}`;
      this.#add(recorded === "{{text}}" || isSame(recorded, ours), `value of ${member}${values}`);
    }
  }

  #compareObjects(recorded: JsonObject, ours: JsonObject, path: string, depth: number): void {
    const isCounted = this.#countsMember(recorded, ours, path);
    const missing = Object.keys(recorded).filter((name) => !(name in ours) && isCounted(name));
    const added = Object.keys(ours).filter((name) => !(name in recorded) && isCounted(name));
    if (missing.length + added.length === 0) this.#add(true, "");
    for (const name of missing) this.#add(false, `member missing ${this.#anyMember(`${path}.${name}`)}`);
    for (const name of added) this.#add(false, `member extra ${this.#anyMember(`${path}.${name}`)}`, true);
    for (const [name, value] of Object.entries(recorded)) {
      const answered = ours[name];
      const isOfPage = this.#step.loose && path === "._links" && /^(?:next|prev|self)$/.test(name);
      if (value !== undefined && answered !== undefined && !isOfPage)
        this.#compareValues(value, answered, `${path}.${name}`, depth + 1);
    }
  }

  /** Members that do not depend on which rows a loose list happens to have. */
  #countsMember(recorded: JsonObject, ours: JsonObject, path: string): (name: string) => boolean {
    if (!this.#step.loose) return () => true;
    const isPreferences = /preferences$/.test(resourceOfPath(this.#step.path));
    if (isPreferences && path.startsWith("._embedded") && !path.includes("_links")) return () => false;
    if (path === "") return (name) => name !== "_embedded";
    const isEmpty = [recorded, ours].some((links) => !Object.keys(links).some((name) => name.startsWith("ngcp:")));
    return (name) => path !== "._links" || !(isEmpty || /^(?:next|prev)$/.test(name));
  }

  #compareArrays(recorded: readonly Json[], ours: readonly Json[], path: string, depth: number): void {
    const isMethods = path === ".methods";
    const [theirs, answered] = isMethods ? [recorded.toSorted(), ours.toSorted()] : [recorded, ours];
    if (!this.#step.loose) this.#add(theirs.length === answered.length, `length of ${this.#anyMember(path)}`);
    const items = this.#step.loose ? 1 : MOST_ITEMS;
    for (const [index, value] of theirs.slice(0, items).entries()) {
      const answeredValue = answered[index];
      if (answeredValue !== undefined) this.#compareValues(value, answeredValue, `${path}[]`, depth + 1);
    }
  }

  /** A member's path without what is particular to one record. */
  #anyMember(path: string): string {
    const anonymous = path.replace(/(\._embedded)\.ngcp:[a-z]+/, "$1.<res>");
    const isByAttribute = /preferencedefs$|^metaconfigdefs$/.test(resourceOfPath(this.#step.path));
    return isByAttribute ? anonymous.replace(/^\.[^.[]+(?=[.[])/, ".<attribute>") : anonymous;
  }
}

const isRefusal = (body: Json | undefined) =>
  isObject(body) && typeof body.message === "string" && body.code !== undefined;

const kindOfBody = ({ body, text, sha256 }: RecordedAnswer) =>
  body !== undefined ? "json" : text !== undefined ? "text" : sha256 ? "binary" : "none";

function typeOfJson(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "string" && value.startsWith("{{n:") ? "number" : typeof value;
}

function relationsOf(links: string | readonly string[]): string[] {
  const relations = [links].flat().map((link) => /rel="?([^";]*)/.exec(link)?.[1] ?? link);
  return [...new Set(relations)].sort();
}

const anyId = (text: string) =>
  text.replace(/\{\{([ns]):[a-z0-9_]+\}\}/g, "{{$1:x}}").replace(/(\/api\/[a-z]+\/)\{\{[a-z0-9_]+\}\}/g, "$1{{x}}");

/** Equal, where `{{id}}` stands for any id that no step kept. */
function isSame(a: unknown, b: unknown): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  if (typeof a !== "string" || typeof b !== "string") return false;
  return /\{\{(?:n:)?id\}\}/.test(a + b) && anyId(a) === anyId(b);
}

function describeValue(value: Json): string {
  if (typeof value !== "string") return String(value);
  if (value === "") return "empty";
  return value.startsWith("{{") ? value : value.length < 12 ? JSON.stringify(value) : "text";
}

/** Word for what is special about a request, in parentheses behind a differing status. */
function describeRequest({ why, headers = {}, path, method, body, text, multipart, scenario }: RecordedStep): string {
  if (why) return why.replace(/^[a-z_0-9]+ (wrong|null|empty|unknown)$/, "member $1");
  const header = Object.entries(headers).find(([name]) => /^(?:accept|link|x-|content-type)/i.test(name));
  if (header) return header.join(": ");
  const query =
    /[?&](page=0|rows=0|page=abc|rows=abc|rows=-1|page=-1|no_count=1|expand=[^&]*|order_by=nosuch|nosuchparameter=1)/.exec(
      path,
    );
  if (query?.[1]) return query[1];
  if (path.includes("order_by=")) return "order_by";
  if (path.includes("nosuchvalue")) return "filter without a match";
  if (/[?&](?!page|rows)[a-z_]+=/.test(path)) return "filter";
  if (Array.isArray(body) && method === "PATCH")
    return `op ${body.map((change) => isObject(change) && change.op).join("+")}`;
  if (body === undefined && text === undefined && !multipart && method.includes("P")) return "no body";
  return scenario.split("/")[1] ?? scenario;
}
