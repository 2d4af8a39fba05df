import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { textIn } from "../../../core/schema/valueAt.ts";
import { type SectionName, sections } from "../../../core/telephony/deviceTemplates/provisioningSections.ts";
import { neededKindOf } from "../../../core/telephony/preferenceKind.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { type FieldError, notFound, PlatformError } from "../../../core/validation/errors.ts";
import { generatePassword } from "../../../core/validation/generatePassword.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { distinctErrors } from "../../../core/validation/validateRecord.ts";
import { anyOf } from "../../db/statements.ts";
import { changeAllPreferences, type OwnerChange } from "../../preferences/changePreferences.ts";
import { loadValues } from "../../preferences/preferenceRecord.ts";
import { buildLoader, type Loader } from "../../records/operations/loader.ts";
import { removeRecord } from "../../records/operations/remove.ts";
import { prepareUpdate } from "../../records/operations/update.ts";
import { assertOwn } from "../../records/operations/writeInput.ts";
import { planOf, type ResourcePlan } from "../../records/plan/resourcePlan.ts";
import { byId, byValues, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import { inSavepoint } from "../../records/unitOfWork/constraints.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import { snapshots, type WriteRequest, writeRows } from "../../records/unitOfWork/writeRow.ts";
import type { HookContext, Row } from "../../resourceHooks.ts";
import { knownPreferences, type RunnableTemplate } from "./compiledTemplate.ts";
import { findExistingRecords, Names, type RecordKey, typeOfProduct } from "./findExistingRecords.ts";
import { makeRecords } from "./makeRecords.ts";

/** A line of a file, or the values of a form. */
export interface TemplateLine {
  /** In the file, from 1. */
  readonly line: number;
  /** The form's fields, checked; then also those that are made up and computed. */
  row: Readonly<Record<string, Json>>;
  /** The time in templates. */
  now?: string;
  readonly isPurging: boolean;
  /** Empty: it was made, or could be. Pointers begin with the section, except for those of the form's fields. */
  errors: readonly FieldError[];
  /** Records that it made, in order, without those that it found. */
  made: readonly MadeRecord[];
}

export interface MadeRecord {
  readonly section: SectionName;
  readonly resource: string;
  readonly id: number;
  readonly version: number;
}

export interface RunParts {
  readonly template: RunnableTemplate;
  /** The reseller of the made records; null: the one that each line names. */
  readonly resellerId: number | null;
  readonly policy: PasswordPolicy;
}

/** A line while it is made. */
interface LineInProgress {
  readonly line: TemplateLine;
  /** Values that templates can name. */
  readonly values: Record<string, unknown>;
  readonly rows: Partial<Record<SectionName, Row>>;
  readonly made: { readonly section: SectionName; readonly resource: string; readonly id: number }[];
  readonly errors: FieldError[];
  resellerId: number | null;
}

interface Attempt extends RunParts {
  readonly unit: UnitOfWork;
  readonly names: Names;
  readonly load: Loader;
}

/**
 * Makes many lines together, each whole or not at all. A line that is refused leaves nothing; the others are made without
 * it. What shows only while many are stored is found by making half of them at a time.
 */
export async function makeLines(unit: UnitOfWork, parts: RunParts, lines: readonly TemplateLine[]): Promise<void> {
  unit.signal?.throwIfAborted();
  const goodLines = lines.filter(({ errors }) => errors.length === 0);
  const [first] = goodLines;
  if (!first) return;
  const error = await inSavepoint(unit, () => tryLines(unit, parts, goodLines));
  if (!error) return;
  if (error instanceof LinesRefused) return makeLines(unit, parts, goodLines);
  if (error.code === "stopped" || isTooLong(error)) throw error;
  if (goodLines.length === 1) {
    first.errors = errorsOf(error);
    return;
  }
  const half = Math.ceil(goodLines.length / 2);
  await makeLines(unit, parts, goodLines.slice(0, half));
  await makeLines(unit, parts, goodLines.slice(half));
}

/** Lines that are refused have their errors now; the others are tried again without them. */
class LinesRefused extends PlatformError {
  constructor() {
    super("validation_failed");
  }
}

/** Makes all lines. Throws LinesRefused, or what is wrong with one of them. */
async function tryLines(unit: UnitOfWork, parts: RunParts, lines: readonly TemplateLine[]): Promise<void> {
  const attempt: Attempt = { ...parts, unit, names: new Names(unit), load: buildLoader(unit) };
  const drafts = lines.map((line) => toDraft(attempt, line));
  for (const section of sections) {
    if (parts.template.sections.has(section.name) && drafts.every(isGood)) await makeSection(attempt, section, drafts);
  }
  if (drafts.every(isGood)) await noteVersions(unit, drafts);
  for (const { line, errors } of drafts) line.errors = distinctErrors(errors);
  if (!drafts.every(isGood)) throw new LinesRefused();
}

/** A statement that takes too long for all lines is not tried again with fewer. */
const isTooLong = ({ fieldErrors }: PlatformError) =>
  fieldErrors.some(({ key }) => key === businessError("", "evaluationTooLong").key);

const isGood = ({ errors }: LineInProgress) => errors.length === 0;

function errorsOf({ fieldErrors, code, params, key }: PlatformError): readonly FieldError[] {
  return fieldErrors.length > 0 && code === "validation_failed"
    ? fieldErrors
    : [{ pointer: "", rule: "business", params, key }];
}

function toDraft({ resellerId }: Attempt, line: TemplateLine): LineInProgress {
  const { row, now } = line;
  return { line, values: { row, now }, rows: {}, made: [], errors: [], resellerId };
}

/** Completes lines with what is made up and computed for each, which needs nothing of the database. */
export async function computeLines(
  { template, policy }: Pick<RunParts, "template" | "policy">,
  lines: readonly TemplateLine[],
  now: string,
): Promise<void> {
  const good = lines.filter(({ errors }) => errors.length === 0);
  for (const line of good) {
    line.now = now;
    line.row = {
      sip_username: randomName(),
      web_username: randomName(),
      sip_password: generatePassword(policy),
      web_password: generatePassword(policy),
      ...line.row,
    };
  }
  const computed = await template.fill(
    "calculated",
    good.map(({ row }) => ({ row, now })),
  );
  for (const [index, line] of good.entries()) {
    const filled = computed[index];
    if (filled && "errors" in filled) line.errors = filled.errors;
    else if (isObject(filled?.value)) line.row = { ...line.row, ...filled.value };
  }
}

function randomName(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => letters[byte % letters.length]).join("");
}

/** Runs for one line; its refusal is the line's. */
async function refused(draft: LineInProgress, prefix: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status >= 500 || error.code === "stopped") throw error;
    placeErrors(draft, prefix, errorsOf(error));
  }
}

function placeErrors(draft: LineInProgress, prefix: string, errors: readonly FieldError[]): void {
  draft.errors.push(...errors.map((error) => ({ ...error, pointer: `${isOwn(error) ? "" : prefix}${error.pointer}` })));
}

/** An error of the template itself concerns no field of a section. */
const isOwn = ({ pointer }: FieldError) => pointer === "/template";

async function makeSection(
  attempt: Attempt,
  section: (typeof sections)[number],
  drafts: readonly LineInProgress[],
): Promise<void> {
  const { unit, template } = attempt;
  const plan = planOf(unit.plans, section.resource);
  const prefix = `/${section.name}`;
  const filled = new Map<LineInProgress, Json>();
  const parts = await template.fill(
    section.name,
    drafts.map(({ values }) => values),
  );
  for (const [index, draft] of drafts.entries()) {
    const part = parts[index];
    if (part && "errors" in part) placeErrors(draft, prefix, part.errors);
    else if (part) filled.set(draft, part.value);
  }
  if (!drafts.every(isGood)) return;
  const valuesOf = (draft: LineInProgress) => {
    const values = filled.get(draft) ?? null;
    return isObject(values) ? values : {};
  };
  if (section.makes === "record") await makeOne(attempt, section.name, plan, drafts, valuesOf);
  else if (section.makes === "records")
    await makeSeveral(attempt, section.name, plan, drafts, (draft) => filled.get(draft) ?? null);
  else if (section.makes === "settings") await setSettings(attempt, section.name, plan, drafts, valuesOf);
  else await setPreferences(attempt, section.name, plan, drafts, valuesOf);
}

/** The customer or the subscriber of a line. */
function ownerOf(resource: string, { rows }: LineInProgress): Row {
  const isOfCustomer = ["customers", "customerbalances", "customerfraudpreferences"].includes(resource);
  const owner = isOfCustomer ? rows.contract : rows.subscriber;
  if (owner) return owner;
  throw refusal("", "nameUnknown", { name: isOfCustomer ? "contract" : "subscriber" });
}

/** A contact, a customer or a subscriber of each line, found by its identifier or made. */
async function makeOne(
  attempt: Attempt,
  name: SectionName,
  plan: ResourcePlan,
  drafts: readonly LineInProgress[],
  valuesOf: (draft: LineInProgress) => { [name: string]: Json },
): Promise<void> {
  const { unit } = attempt;
  const keyByDraft = new Map<LineInProgress, RecordKey>();
  for (const draft of drafts) {
    await refused(draft, `/${name}`, async () => {
      const { identifier, ...values } = valuesOf(draft);
      const body = await completed(attempt, name, draft, values);
      const names =
        typeof identifier === "string" ? identifier.split(/[\s,;]+/).filter((column) => plan.columns.has(column)) : [];
      keyByDraft.set(draft, { names, body, key: JSON.stringify(names.map((column) => body[column] ?? null)) });
    });
  }
  if (!drafts.every(isGood)) return;
  const existing = await findExistingRecords(unit, plan, attempt.resellerId, [...keyByDraft.values()]);
  for (const row of existing.values()) attempt.load.know(plan, row);
  const bodies = new Map<LineInProgress, WireRecord>();
  /** Lines with the same identifier share what the first of them makes. */
  const makers = new Map<string, LineInProgress>();
  const sharing = new Map<LineInProgress, LineInProgress>();
  for (const [draft, recordKey] of keyByDraft) {
    const maker = recordKey.names.length > 0 ? makers.get(recordKey.key) : undefined;
    const existingRow = existing.get(recordKey);
    if (maker) sharing.set(draft, maker);
    else if (existingRow) keep(draft, name, plan, existingRow);
    else {
      bodies.set(draft, recordKey.body);
      if (recordKey.names.length > 0) makers.set(recordKey.key, draft);
    }
  }
  for (const wave of wavesOf(name, bodies)) {
    if (name === "subscriber")
      for (const draft of wave) await refused(draft, `/${name}`, () => purge(attempt, draft, bodies.get(draft) ?? {}));
    const records = wave.map((draft) => ({ key: drafts.indexOf(draft), body: bodies.get(draft) ?? {} }));
    const { rows, errors } = await makeRecords(unit, plan, records, attempt);
    for (const [key, found] of errors) note(drafts[key], name, found, (other) => drafts[other]?.line.line);
    if (!drafts.every(isGood)) return;
    for (const [key, row] of rows) {
      const draft = drafts[key];
      if (!draft) continue;
      keep(draft, name, plan, row);
      draft.made.push({ section: name, resource: plan.name, id: row.id });
    }
  }
  for (const [draft, maker] of sharing) {
    const row = maker.rows[name];
    if (row) keep(draft, name, plan, row);
  }
  for (const draft of drafts) await refused(draft, `/${name}`, async () => assertOfReseller(draft, name));
}

/** Pilots of a PBX are stored before its seats, which depend on them. */
function wavesOf(name: SectionName, bodies: ReadonlyMap<LineInProgress, WireRecord>): LineInProgress[][] {
  const drafts = [...bodies.keys()];
  if (name !== "subscriber") return [drafts];
  const isPilot = (draft: LineInProgress) =>
    ["1", "true"].includes(textIn(bodies.get(draft) ?? {}, "is_pbx_pilot").toLowerCase());
  return [drafts.filter(isPilot), drafts.filter((draft) => !isPilot(draft))].filter(({ length }) => length > 0);
}

/** Adds errors of a record, at its section; a value that an earlier one has too is reported with that one's line. */
function note(
  draft: LineInProgress | undefined,
  name: SectionName,
  errors: readonly FieldError[],
  lineOf: (key: number) => number | undefined,
): void {
  for (const error of errors) {
    const line = error.key === "rules.csv.twice" ? lineOf(Number(textIn(error.params, "line"))) : undefined;
    const params = line === undefined ? error.params : { ...error.params, line };
    draft?.errors.push({ ...error, params, pointer: `/${name}${error.pointer}` });
  }
}

function keep(draft: LineInProgress, name: SectionName, plan: ResourcePlan, row: Row): void {
  draft.rows[name] = row;
  draft.values[name] = toValues(plan, row);
  const { reseller_id: reseller } = row;
  if (draft.resellerId === null && isStorableId(reseller)) draft.resellerId = reseller;
}

/** A row as templates name it, without secrets. */
function toValues({ stored }: ResourcePlan, row: Row): Readonly<Record<string, Json>> {
  const visibleFields = [...stored.values()].filter(({ field }) => !field.secret && !field.internal && !field.file);
  return Object.fromEntries([
    ["id", row.id],
    ...visibleFields.map(({ field, toWire }): [string, Json] => [field.name, toWire(row)]),
  ]);
}

/** Nothing is made for another reseller than the template's. */
function assertOfReseller({ rows, resellerId }: LineInProgress, name: SectionName): void {
  const row = rows[name];
  if (!row || resellerId === null || row.reseller_id === resellerId) return;
  throw refusal("", "templateReseller");
}

function refusal(pointer: string, rule: Parameters<typeof businessError>[1], params = {}): PlatformError {
  return new PlatformError("validation_failed", {}, { fieldErrors: [businessError(pointer, rule, params)] });
}

/** The body of a record, with ids in place of names and what it belongs to. */
async function completed(
  { names }: Attempt,
  section: SectionName,
  draft: LineInProgress,
  input: { [name: string]: Json },
): Promise<WireRecord> {
  const { values, rows } = draft;
  const within = (pointer: string) => ({
    pointer,
    ...(draft.resellerId === null ? {} : { resellerId: draft.resellerId }),
  });
  const body: WireRecord = {};
  for (const [name, value] of Object.entries(input)) if (value !== null) body[name] = value;
  const take = async (name: string, resource: string, field: string, into: string) => {
    if (!(name in body)) return;
    const row = await names.find(resource, field, textIn(body, name), within(`/${name}`));
    delete body[name];
    body[into] = row.id;
    values[name] = row;
  };
  if (section === "contract_contact") {
    if ("reseller" in body) {
      const row = await names.find("resellers", "name", textIn(body, "reseller"), { pointer: "/reseller" });
      delete body.reseller;
      values.reseller = row;
      if (draft.resellerId !== null && draft.resellerId !== row.id) throw refusal("/reseller", "templateReseller");
      draft.resellerId = row.id;
    }
    body.reseller_id ??= draft.resellerId;
    if (body.reseller_id === null) throw refusal("/reseller", "templateNoReseller");
  }
  if (section === "contract") {
    body.contact_id ??= rows.contract_contact?.id;
    if (body.product !== undefined) body.type = typeOfProduct(textIn(body, "product"), "/product");
    delete body.product;
    await take("billing_profile", "billingprofiles", "name", "billing_profile_id");
    await take("profile_package", "profilepackages", "name", "profile_package_id");
    if (body.profile_package_id !== undefined) body.billing_profile_definition ??= "package";
  }
  if (section === "subscriber") {
    body.customer_id ??= rows.contract?.id;
    await take("domain", "domains", "domain", "domain_id");
  }
  return body;
}

/** Ends the subscribers of the same reseller that a new one would collide with. */
async function purge({ unit }: Attempt, { line, resellerId }: LineInProgress, body: WireRecord): Promise<void> {
  if (!line.isPurging || resellerId === null) return;
  const plan = planOf(unit.plans, "subscribers");
  const same = (field: string) =>
    selectRows(unit.db, plan, [
      ...byValues(plan, { [field]: body[field], domain_id: body.domain_id }),
      ...visibleTo(plan, unit.actor),
    ]);
  const byUsername = await same("username");
  const byWeb = body.webusername ? await same("webusername") : [];
  const byNumber = await unit.loadAll("subscribers", await numberHolders(unit, body));
  const holders = new Map([...byUsername, ...byWeb, ...byNumber.values()].map((row) => [row.id, row]));
  for (const { id, status, reseller_id } of holders.values()) {
    if (status === "terminated" || reseller_id !== resellerId) continue;
    await removeRecord(unit, { plan, id, ifMatch: undefined, query: new Map() });
  }
}

/** Devices and the like: any number for each line. */
async function makeSeveral(
  attempt: Attempt,
  name: SectionName,
  plan: ResourcePlan,
  drafts: readonly LineInProgress[],
  valuesOf: (draft: LineInProgress) => Json,
): Promise<void> {
  const owners: { readonly draft: LineInProgress; readonly index: number | undefined }[] = [];
  const records: { readonly key: number; readonly body: WireRecord }[] = [];
  for (const draft of drafts) {
    const values = valuesOf(draft);
    for (const [index, part] of [values].flat().entries()) {
      if (!isObject(part)) continue;
      await refused(draft, `/${name}`, async () => {
        const body = await completedPart(attempt, name, draft, part);
        records.push({ key: owners.length, body });
        owners.push({ draft, index: Array.isArray(values) ? index : undefined });
      });
    }
  }
  if (!drafts.every(isGood)) return;
  const { rows, errors } = await makeRecords(attempt.unit, plan, records, attempt);
  for (const [key, partErrors] of errors) {
    const { draft, index } = owners[key] ?? {};
    const prefix = index === undefined ? "" : `/${index}`;
    const placed = partErrors.map((error) => ({ ...error, pointer: `${prefix}${error.pointer}` }));
    note(draft, name, placed, (other) => owners[other]?.draft.line.line);
  }
  for (const [key, row] of rows) {
    const draft = owners[key]?.draft;
    if (!draft) continue;
    draft.made.push({ section: name, resource: plan.name, id: row.id });
    const before = draft.values[name];
    draft.values[name] = [...(Array.isArray(before) ? before : []), toValues(plan, row)];
    if (attempt.resellerId !== null && row.reseller_id !== undefined && row.reseller_id !== draft.resellerId)
      draft.errors.push(businessError(`/${name}`, "templateReseller"));
  }
}

async function completedPart(
  { names }: Attempt,
  name: SectionName,
  draft: LineInProgress,
  input: { readonly [name: string]: Json },
): Promise<WireRecord> {
  const { subscriber, contract } = draft.rows;
  const body: WireRecord = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  if (name !== "devices") return { subscriber_id: subscriber?.id, ...body };
  const { profile, ...device } = body;
  device.customer_id ??= contract?.id ?? subscriber?.customer_id;
  if (profile !== undefined && profile !== null) {
    const within = draft.resellerId === null ? {} : { resellerId: draft.resellerId };
    device.profile_id = (
      await names.find("pbxdeviceprofiles", "name", textIn(body, "profile"), { pointer: "/profile", ...within })
    ).id;
  }
  if (Array.isArray(device.lines)) {
    device.lines = device.lines.map((line) =>
      isObject(line) && subscriber && line.target_number === undefined
        ? { subscriber_id: subscriber.id, ...line }
        : line,
    );
  }
  return device;
}

/** Sets some fields of records that exist with the customers or subscribers of the lines. */
async function setSettings(
  attempt: Attempt,
  name: SectionName,
  plan: ResourcePlan,
  drafts: readonly LineInProgress[],
  valuesOf: (draft: LineInProgress) => { readonly [name: string]: Json },
): Promise<void> {
  const owners = new Map<LineInProgress, number>();
  for (const draft of drafts.filter(isGood))
    await refused(draft, `/${name}`, async () => void owners.set(draft, ownerOf(plan.name, draft).id));
  for (const wave of onceEach(owners)) {
    if (!drafts.every(isGood)) return;
    await setOnce(attempt, name, plan, wave, valuesOf);
  }
}

/** Lines with the same owner follow each other. */
function onceEach(owners: ReadonlyMap<LineInProgress, number>): ReadonlyMap<LineInProgress, number>[] {
  const waves: Map<LineInProgress, number>[] = [];
  const uses = new Map<number, number>();
  for (const [draft, id] of owners) {
    const use = uses.get(id) ?? 0;
    uses.set(id, use + 1);
    waves[use] = (waves[use] ?? new Map<LineInProgress, number>()).set(draft, id);
  }
  return waves;
}

/** Sets settings of owners that have one line each. */
async function setOnce(
  { unit, policy, load }: Attempt,
  name: SectionName,
  plan: ResourcePlan,
  owners: ReadonlyMap<LineInProgress, number>,
  valuesOf: (draft: LineInProgress) => { readonly [name: string]: Json },
): Promise<void> {
  const visible = [byId([...owners.values()]), ...visibleTo(plan, unit.actor)];
  const rows = await selectRows(unit.db, plan, visible, { lock: "noKeyUpdate" });
  const snapshotById = new Map((await snapshots(unit, plan, rows)).map((snapshot) => [snapshot.row.id, snapshot]));
  const requests = new Map<LineInProgress, WriteRequest>();
  for (const [draft, id] of owners) {
    await refused(draft, `/${name}`, async () => {
      const previous = snapshotById.get(id);
      if (!previous) throw notFound(plan.name, id);
      const input = valuesOf(draft);
      const desired = { body: { ...previous.record, ...input }, sentFields: new Set(Object.keys(input)) };
      requests.set(draft, await prepareUpdate(unit, { plan, policy, loadRows: load }, previous, desired));
    });
  }
  if (![...owners.keys()].every(isGood)) return;
  await storeLines([...owners.keys()], name, async () => {
    const updated = await writeRows(unit, plan, [...requests.values()]);
    for (const [index, draft] of [...requests.keys()].entries()) {
      const row = updated[index];
      if (!row) throw new Error(`${plan.name}: nothing was stored`);
      assertOwn(plan, unit.actor, row);
      draft.values[name] = toValues(plan, row);
    }
  });
}

/** Adds an error of storing to its section if it can only be from this line. */
async function storeLines(
  drafts: readonly LineInProgress[],
  name: SectionName,
  store: () => Promise<void>,
): Promise<void> {
  const [only, ...others] = drafts;
  if (only && others.length === 0) await refused(only, `/${name}`, store);
  else await store();
}

/** Sets some preferences of the customers or subscribers of all lines, and keeps the others that they have. */
async function setPreferences(
  { unit }: Attempt,
  name: SectionName,
  plan: ResourcePlan,
  drafts: readonly LineInProgress[],
  valuesOf: (draft: LineInProgress) => { readonly [name: string]: Json },
): Promise<void> {
  const kind = neededKindOf(plan.name);
  const owners = new Map<LineInProgress, Row>();
  for (const draft of drafts) {
    await refused(draft, `/${name}`, async () => {
      const unknown = Object.keys(valuesOf(draft)).find((attribute) => !knownPreferences[name]?.includes(attribute));
      if (unknown !== undefined) throw refusal(`/${unknown}`, "nameUnknown", { name: unknown });
      owners.set(draft, ownerOf(plan.name, draft));
    });
  }
  const stored = await loadValues(unit.db, kind, [...owners.values()]);
  const changes = [...owners].map(([draft, owner], index): OwnerChange & { readonly draft: LineInProgress } => ({
    ...{ draft, owner, current: stored[index] ?? {} },
    change: (current) => {
      const requested = Object.entries(valuesOf(draft)).filter(([, value]) => value !== null);
      const desired = { ...current, ...Object.fromEntries(requested) };
      draft.values[name] = desired;
      return desired;
    },
  }));
  const changing = changes.map(({ draft }) => draft);
  await storeLines(changing, name, async () => {
    const errors = await changeAllPreferences(unit, kind, changes);
    for (const [index, { draft }] of changes.entries()) placeErrors(draft, `/${name}`, errors[index] ?? []);
  });
}

/** The versions of what was made, once everything that belongs to it is stored. */
async function noteVersions(unit: UnitOfWork, drafts: readonly LineInProgress[]): Promise<void> {
  const all = drafts.flatMap(({ made }) => made);
  const versions = new Map<string, number>();
  for (const resource of new Set(all.map((record) => record.resource))) {
    const ids = all.filter((record) => record.resource === resource).map(({ id }) => id);
    for (const row of (await unit.loadAll(resource, ids)).values())
      versions.set(`${resource} ${row.id}`, row.row_version ?? 0);
  }
  for (const { line, made } of drafts) {
    line.made = made.map((record) => ({ ...record, version: versions.get(`${record.resource} ${record.id}`) ?? 0 }));
  }
}

/** Ids of the subscribers that have a number of this one's body. */
async function numberHolders({ db }: Pick<HookContext, "db">, body: WireRecord): Promise<number[]> {
  const requested = [body.primary_number, body.alias_numbers].flat();
  const numbers = requested.flatMap((number) => (isObject(number) ? [digitsOf(number)] : []));
  if (numbers.length === 0) return [];
  const holders = db.selectFrom("numbers").select("subscriber_id").where("number", "=", anyOf(numbers));
  return (await holders.execute()).flatMap(({ subscriber_id }) => subscriber_id ?? []);
}

function digitsOf({ cc, ac, sn }: { readonly [part: string]: Json }): string {
  return [cc, ac, sn].map((part) => (part === null || part === undefined ? "" : String(part))).join("");
}
