import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { can } from "../../src/core/access/access.ts";
import { exportColumns, titleSource } from "../../src/core/api/exportCells.ts";
import type {
  CsvDescriptor,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../../src/core/schema/descriptor.ts";
import { wireType } from "../../src/core/schema/wireType.ts";
import { normalForm } from "../../src/core/validation/normalForm.ts";
import { readScalars } from "../../src/core/validation/normalizeRecord.ts";
import { parseWireInstant } from "../../src/core/values/dateTime.ts";
import { summaries } from "../../src/generated/index.gen.ts";
import { furtherLinks } from "../../src/generated/links.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { accountOf, TEST_RESELLER } from "../support/accounts.ts";
import { Api, embedded, hasTextIds, idFromLocation, withoutLinks } from "../support/api.ts";
import { addBans } from "../support/bans.ts";
import { descriptors as chosen, sampled } from "../support/chosen.ts";
import { logInAsOwner, ownerOf } from "../support/owner.ts";
import { respelled } from "../support/respelled.ts";
import { isCreatable } from "../support/targets.ts";
import { World } from "../support/world.ts";

/** Secrets of the resource; lintercept accounts see none. */
function secretsOf(descriptor: ResourceDescriptor): FieldDescriptor[] {
  if (ownerOf(descriptor) === "lintercept") return [];
  return descriptor.fields.filter(({ secret, writeOnly, internal }) => secret && !writeOnly && !internal);
}

/** Whether the field takes any text. */
function isFree({ kind, format, pattern, unique }: FieldDescriptor): boolean {
  return kind === "text" && format === undefined && pattern === undefined && unique === undefined;
}

/** Parameters for a CSV export with translated headings, as the panel sends them. */
async function headingsIn(language: string, descriptor: ResourceDescriptor): Promise<string> {
  const path = new URL(`../../i18n/${language}/resources/${descriptor.name}.json`, import.meta.url);
  const { fields } = JSON.parse(await readFile(path, "utf8"));
  const columns = exportColumns(descriptor).filter(({ source }) => source !== titleSource);
  const headings = columns.map(({ source }) => fields[source.replaceAll("_id.", "_").replaceAll(".", "_")]);
  const query = { columns: columns.map(({ source }) => source).join(","), headings: JSON.stringify(headings) };
  return String(new URLSearchParams(query));
}

/** Whether clients write the field, and no hook. */
function isSettable({ readOnly, internal, computed, secret, writeOnly }: FieldDescriptor): boolean {
  return !(readOnly || internal || computed || secret || writeOnly);
}

/** Test accounts see all data. */
const DATA = { call_data: true, billing_data: true };

/** Tests every operation of every resource against the API contract, on a database with demo data and accounts. */
export function contractSuite(
  engine: string,
  open: () => Promise<Database>,
  descriptors: readonly ResourceDescriptor[] = chosen,
): void {
  describe(`the API on ${engine}`, () => {
    let app: FastifyInstance;
    let api: Api;
    let database: Database;
    let world: World;

    beforeAll(async () => {
      database = await open();
      await addBans(database);
      app = await buildPlatform({ database });
      api = await logInAsOwner(app);
      world = new World(api, TEST_RESELLER);
    });

    afterAll(async () => {
      await app.close();
      await database.close();
    });

    for (const descriptor of descriptors) {
      describe(descriptor.name, () => {
        const { operations } = descriptor;
        const has = (operation: ResourceDescriptor["operations"][number]) => operations.includes(operation);

        if (has("list")) listPromises(descriptor);
        if (has("create")) createPromises(descriptor);
        if (descriptor.csv?.fileName && descriptor.csv.purge) filePromises(descriptor, descriptor.csv);
        if (secretsOf(descriptor).length > 0) secretPromises(descriptor);
        if (isCreatable(descriptor) && has("update")) updatePromises(descriptor);
        if (isCreatable(descriptor)) removePromises(descriptor);
        refusals(descriptor);

        // Generic code treats stored records alike: those that are unlike stand for all.
        if (descriptor.storage === undefined && !sampled.includes(descriptor)) return;
        if (has("list")) queryPromises(descriptor);
        if (has("read")) linkPromises(descriptor);
        if (has("create")) bodyPromises(descriptor);
        if (isCreatable(descriptor) && has("update")) changePromises(descriptor);
      });
    }

    function listPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("lists with a correct total and links to its pages", async () => {
        if (descriptor.operations.includes("create")) await Promise.all([world.shared(name), world.make(name)]);
        if (descriptor.settingsOf) await world.make(name);
        const answer = await api.list(name, { rows: 1 });
        expect(answer.status).toBe(200);
        expect(answer.headers["content-type"]).toMatch(/^application\/hal\+json/);
        const total = Number(answer.body?.total_count);
        expect(embedded(answer, name)).toHaveLength(Math.min(total, 1));
        const links = answer.body?._links as Record<string, { href: string }>;
        expect(links.self?.href).toContain(`/api/${name}/`);
        expect(Boolean(links.next)).toBe(total > 1);
        const everything = await api.list(name, { rows: 10_000 });
        expect(embedded(everything, name)).toHaveLength(total);
      });
    }

    function queryPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("sorts by id in both directions, also on the last page", async () => {
        const up = embedded(await api.list(name, { rows: 10_000, order_by: "id" }), name).map(({ id }) => id);
        const down = embedded(
          await api.list(name, { rows: 10_000, order_by: "id", order_by_direction: "desc" }),
          name,
        ).map(({ id }) => id);
        expect(up).toEqual([...down].reverse());
        const rows = 3;
        const last = Math.max(1, Math.ceil(up.length / rows));
        const page = embedded(await api.list(name, { rows, page: last, order_by: "id" }), name).map(({ id }) => id);
        expect(page).toEqual(up.slice((last - 1) * rows));
      });

      it("returns an empty page past the end, and 400 for page 0", async () => {
        const beyond = await api.list(name, { page: 100_000 });
        expect(beyond.status).toBe(200);
        expect(beyond.body).not.toHaveProperty("_embedded");
        const malformed: Record<string, string | number>[] = [{ page: 0 }, { rows: 0 }, { rows: -1 }, { page: "x" }];
        for (const query of malformed) {
          expect((await api.list(name, query)).status, JSON.stringify(query)).toBe(400);
        }
      });

      it("ignores unknown filters and sort columns", async () => {
        const plain = await api.list(name);
        const odd = await api.list(name, { no_such_filter: "1", order_by: "no_such_column" });
        expect(odd.status).toBe(200);
        expect(odd.body?.total_count).toBe(plain.body?.total_count);
      });

      it.each(descriptor.filters.map((filter) => filter.name))("filters by %s", async (filter) => {
        // An owner that the caller does not see is unknown.
        const expected = descriptor.ownerFilters?.includes(filter) ? 404 : 200;
        const nothing = await api.list(name, { [filter]: "$null" });
        expect(nothing.status).toBe(expected);
        const odd = await api.list(name, { [filter]: "%_'\"; drop table x --" });
        expect(odd.status, odd.text).toBe(expected);
      });

      it("finds a record by each of its texts", async () => {
        const [record] = embedded(await api.list(name, { rows: 1, order_by: "id", order_by_direction: "desc" }), name);
        for (const filter of descriptor.filters.filter((candidate) => candidate.match === "wildcard")) {
          const value = record?.[filter.source];
          if (typeof value !== "string" || value === "") continue;
          // A backslash would escape the star.
          const start = value.slice(0, 2).replace(/\\$/, "");
          for (const pattern of [value, `${start}*`, `*${value.slice(1)}`]) {
            const ids = embedded(await api.list(name, { [filter.name]: pattern, rows: 10_000 }), name).map(
              ({ id }) => id,
            );
            expect(ids, `${filter.name}=${pattern}`).toContain(record?.id);
          }
          const none = await api.list(name, { [filter.name]: `${value}-not` });
          expect(none.body?.total_count).toBe(0);
        }
      });
    }

    function linkPromises(descriptor: ResourceDescriptor): void {
      const { name, fields, children } = descriptor;

      it("links a record to everything it refers to, and to its children", async () => {
        const id = isCreatable(descriptor) ? await world.make(name) : await anyIdOf(descriptor);
        if (id === undefined) return;
        const { body = {}, headers } = await api.read(name, id);
        const isNested = (resource: string) => summaries[resource]?.parent?.nested;
        const expected = [
          // What is below its parent has no address that a reference could tell.
          ...referencesIn(fields, body)
            .filter(({ resource }) => !isNested(resource))
            .map((one) => ({ rel: one.resource, href: `/api/${one.resource}/${one.id}` })),
          ...children.map(({ resource, reference }) => ({
            rel: resource,
            href: isNested(resource) ? `/api/${resource}/${id}/` : `/api/${resource}/?${reference}=${id}`,
          })),
        ];
        const links = body._links as Record<string, Json>;
        for (const { rel, href } of expected) {
          // A schema that declares relations may have fewer.
          const further = furtherLinks[name];
          if (further && !further[rel]) continue;
          expect(links[`ngcp:${rel}`]).toContainEqual({ href });
          if (!further) expect(headers.link).toContain(`<${href}>; rel="`);
        }
      });
    }

    /** Id of a record that only the platform creates, if there is one. */
    async function anyIdOf({ name, operations }: ResourceDescriptor): Promise<number | undefined> {
      if (!operations.includes("list")) return undefined;
      const [record] = embedded(await api.list(name, { rows: 1 }), name);
      return record?.id as number | undefined;
    }

    function createPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("creates a record and returns its location and contents", async () => {
        const record = await world.valid(name);
        const answer = await api.request("POST", `/api/${name}/`, record);
        expect(answer.status, answer.text).toBe(201);
        expect(answer.headers.location).toBe(`/api/${name}/${idFromLocation(answer)}`);
        expect(answer.text).toBe("");
        const stored = await api.read(name, idFromLocation(answer));
        expect(stored.status).toBe(200);
        for (const field of comparable(descriptor)) {
          expectKept(stored.body, record, field);
        }
        for (const field of descriptor.fields.filter(({ secret, writeOnly }) => secret && writeOnly)) {
          expect(stored.body).not.toHaveProperty(field.name);
        }
      });

      const { upsertKey = [] } = descriptor;
      const unique = descriptor.fields.filter(
        (field) => field.unique && isSettable(field) && !upsertKey.includes(field.name),
      );
      it.skipIf(unique.length === 0)("refuses a value that another record has", async () => {
        const stored = (await api.read(name, await world.make(name))).body ?? {};
        for (const field of unique) {
          const value = stored[field.name];
          if (value === null || value === undefined) continue;
          const within = Object.fromEntries((field.unique ?? []).map((column) => [column, stored[column]]));
          const record = { ...(await world.valid(name)), ...within, [field.name]: value };
          const { text, body } = await api.request("POST", `/api/${name}/`, record);
          expect(body?.errors, text).toContainEqual(
            expect.objectContaining({ pointer: `/${field.name}`, rule: expect.stringMatching(/^unique(Together)?$/) }),
          );
        }
      });
    }

    function bodyPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("coerces scalars and returns them in canonical form", async () => {
        const record = await world.valid(name);
        const body = respelled(descriptor.fields, record);
        const answer = await api.request("POST", `/api/${name}/`, body);
        expect(answer.status, answer.text).toBe(201);
        const stored = await api.read(name, idFromLocation(answer));
        for (const field of descriptor.fields) {
          const value = stored.body?.[field.name];
          if (value === null || value === undefined || field.writeOnly || hasAnswerForm(field)) continue;
          expect(readScalars([field], { [field.name]: value }), field.name).toEqual({ [field.name]: value });
          if (field.kind === "boolean") expect(value, field.name).toBeTypeOf("boolean");
        }
        for (const field of comparable(descriptor)) {
          expectKept(stored.body, record, field);
        }
      });

      it("ignores unknown keys and an id in the body", async () => {
        const answer = await api.request("POST", `/api/${name}/`, {
          ...(await world.valid(name)),
          id: 1,
          unheard_of: 1,
        });
        expect(answer.status, answer.text).toBe(201);
        expect(idFromLocation(answer)).not.toBe(1);
      });

      it("rejects malformed, missing and unsupported bodies with 400 and 415, and changes nothing", async () => {
        const before = (await api.list(name)).body?.total_count;
        const post = (raw: string, headers?: Record<string, string>) =>
          api.request("POST", `/api/${name}/`, undefined, { raw, headers });
        expect((await post("{")).status).toBe(400);
        expect((await post("")).status).toBe(400);
        expect((await post('{"a": NaN}')).status).toBe(400);
        const takesText = descriptor.fields.some(({ file }) => file?.rawBody && file.types.includes("text/plain"));
        const unsupported = takesText ? "application/zip" : "text/plain";
        expect((await post("{}", { "content-type": unsupported })).status).toBe(415);
        expect((await post("[]")).status).toBeGreaterThanOrEqual(400);
        expect((await post("[]")).status).toBeLessThan(500);
        expect((await post('"text"')).status).toBeLessThan(500);
        expect((await api.list(name)).body?.total_count).toBe(before);
      });

      it("journals who made a change, without secrets", async () => {
        if (!descriptor.journal) return;
        const record = await world.valid(name);
        const id = await api.create(name, record);
        const journal = await api.request("GET", `/api/${name}/${id}/journal/`);
        expect(journal.status, journal.text).toBe(200);
        expect(embedded(journal, "journal")[0]).toMatchObject({
          operation: "create",
          resource_name: name,
          resource_id: id,
          username: accountOf(ownerOf(descriptor)).login,
        });
        for (const field of descriptor.fields.filter(({ secret }) => secret)) {
          expect(journal.text).not.toContain(String(record[field.name]));
        }
      });

      it("stores hostile texts unchanged", async () => {
        // All at once, unless a field is too short for that or refuses one.
        if (await stores(HOSTILE.join(" "))) return;
        for (const hostile of HOSTILE) await stores(hostile);
      });

      /** Puts the text into every field that takes any; false if it is refused, or longer than one of them takes. */
      async function stores(hostile: string): Promise<boolean> {
        const record = { ...(await world.valid(name)) };
        const texts = descriptor.fields.filter(
          (field) => typeof record[field.name] === "string" && !field.enum && !field.format,
        );
        const start = world.next();
        const whole = (field: FieldDescriptor) => `${prefixOf(name, field)}${start}${hostile}`;
        for (const field of texts) record[field.name] = whole(field).slice(0, field.maxLength);
        const answer = await api.request("POST", `/api/${name}/`, record);
        expect([201, 422], answer.text).toContain(answer.status);
        if (answer.status !== 201) return false;
        const stored = await api.read(name, idFromLocation(answer));
        for (const field of comparable(descriptor)) expectKept(stored.body, record, field);
        return texts.every((field) => record[field.name] === whole(field));
      }
    }

    function secretPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("shows secrets to accounts that may see passwords, omits them on request, and journals each reveal", async () => {
        const id = await world.make(name);
        const url = `/api/${name}/${id}`;
        const record = (await api.request("GET", url)).body ?? {};
        const listed = async (caller: Api, headers = {}) => {
          const { body } = await caller.request("GET", `/api/${name}/?rows=10000`, undefined, { headers });
          return JSON.stringify(body);
        };
        const restricted = await restrictedAccount();
        const withoutSecrets = (await restricted.request("GET", url)).body ?? {};
        for (const { name: field, kind } of secretsOf(descriptor)) {
          const secret = record[field];
          if (secret === null) continue;
          expect(secret, field).toEqual(expect.any(String));
          expect(withoutSecrets).not.toHaveProperty(field);
          const omitSecrets = { "x-without-secrets": "1" };
          const item = (await api.request("GET", url, undefined, { headers: omitSecrets })).body ?? {};
          expect(Object.hasOwn(item, field)).toBe(kind !== "password");
          for (const list of [await listed(restricted), await listed(api, omitSecrets)])
            expect(list).not.toContain(`"${field}"`);
          expect(await listed(api)).toContain(JSON.stringify(secret));

          const shown = await api.request("POST", `${url}/reveal`, { field }, { headers: omitSecrets });
          expect([shown.status, shown.body]).toEqual([200, { [field]: secret }]);
          expect(shown.headers["cache-control"]).toBe("no-store");
          expect((await restricted.request("POST", `${url}/reveal`, { field })).status).toBe(403);
          const journal = await api.request("GET", `${url}/journal/?rows=100`);
          const entry = embedded(journal, "journal").at(-1);
          expect(entry).toMatchObject({ operation: "reveal", username: accountOf(ownerOf(descriptor)).login });
          expect(Object.keys(entry?.changes ?? {})).toEqual([field]);
          expect(journal.text).not.toContain(JSON.stringify(secret));
        }
        expect((await api.request("POST", `${url}/reveal`, { field: "id" })).status).toBe(422);
        // Read values can be written back, and omitted secrets are kept.
        expect((await api.request("PUT", url, withoutLinks(record))).status).toBe(204);
        const mayWrite = can({ role: "superuser", adminId: -1, admin: {} }, descriptor, "update");
        const written = await restricted.request("PUT", url, withoutLinks(withoutSecrets));
        expect(written.status).toBe(mayWrite ? 204 : 403);
        expect(withoutLinks((await api.request("GET", url)).body)).toEqual(withoutLinks(record));
      });

      /** A superuser who cannot see passwords, nor other secrets. */
      async function restrictedAccount(): Promise<Api> {
        const login = `restricted-${world.digits()}`;
        const flags = { show_passwords: false, billing_data: false };
        const account = { reseller_id: 1, login, role: "admin", password: "Never-seen-0ne", ...flags };
        await api.create("admins", account);
        return Api.login(app, login, account.password);
      }
    }

    function filePromises(descriptor: ResourceDescriptor, csv: CsvDescriptor): void {
      const { name, fields } = descriptor;

      it("imports its own CSV files and exports in any language without changes", async () => {
        // Texts that CSV parsers misread or spreadsheets execute.
        const texts = ["=1+1", "'=1", "' plain", 'a, "b"; c', "+43 1 234", "two\nlines", "ä|ß"];
        const free = csv.columns.flatMap(({ source }) =>
          fields.filter((field) => field.name === source && isFree(field)),
        );
        for (const text of texts) {
          const values = free.map((field) => [field.name, text.slice(0, field.maxLength)]);
          await world.make(name, Object.fromEntries(values));
        }
        const parameter = csv.owner?.split(".").at(-1);
        const owner = parameter === undefined ? "" : `&${parameter}=${await world.shared(ownerResource(parameter))}`;
        const records = async () => {
          const { body } = await api.request("GET", `/api/${name}/?rows=10000${owner}`);
          const found = (body?._embedded as Record<string, WireRecord[]> | undefined)?.[`ngcp:${name}`] ?? [];
          return found.map(({ id, _links, ...record }) => JSON.stringify(record)).sort();
        };
        const before = await records();
        expect(before.length).toBeGreaterThanOrEqual(texts.length);
        const asText = { headers: { accept: "text/csv" } };
        const files = [await api.request("GET", `/api/${name}/?${owner}`, undefined, asText)];
        for (const language of ["en", "de"]) {
          const query = `format=csv&bom=1&${await headingsIn(language, descriptor)}${owner}`;
          files.push(await api.request("GET", `/api/${name}/?${query}`));
        }
        for (const file of files) {
          expect(file.status, file.text).toBe(200);
          const answer = await api.request("POST", `/api/${name}/?purge_existing=true${owner}`, undefined, {
            raw: file.text,
            headers: { "content-type": "text/csv", accept: "application/x-ndjson" },
          });
          const { report } = JSON.parse(answer.text.trimEnd().split("\n").at(-1) ?? "{}");
          expect(report, file.text).toMatchObject({
            bad: 0,
            good: before.length,
            purged: { [name]: before.length },
            created: {},
          });
          expect(Object.keys(report.purged)).toEqual([name]);
          expect(await records()).toEqual(before);
        }
      });

      function ownerResource(parameter: string): string {
        const own = fields.find((field) => field.name === parameter);
        return own?.reference?.resource ?? "resellers";
      }
    }

    function updatePromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      for (const { name: alias, aliasOf: path = "" } of descriptor.fields.filter((field) => field.aliasOf)) {
        const [via = "", source = ""] = path.split(".");

        it(`changes ${via} directly or through ${alias}`, async () => {
          const target = descriptor.fields.find((field) => field.name === via)?.reference?.resource ?? "";
          const [first, second] = [await world.make(target), await world.make(target)];
          const id = await world.make(name, { [via]: first });
          const put = async (values: WireRecord) => {
            const { body } = await api.read(name, id);
            const answer = await api.request("PUT", `/api/${name}/${id}`, { ...body, ...values });
            return answer.status === 204 ? (await api.read(name, id)).body?.[via] : answer.body?.errors;
          };
          const sourceOf = async (record: number) => (await api.read(target, record)).body?.[source] ?? null;
          expect(await put({ [alias]: await sourceOf(second) })).toBe(second);
          expect(await put({ [via]: first })).toBe(first);
          const third = await world.make(target);
          expect(await put({ [via]: third, [alias]: await sourceOf(second) })).toMatchObject([
            { pointer: `/${via}`, key: "rules.business.aliasesDiffer" },
          ]);
        });
      }

      it("changes nothing when a record is replaced by itself with other spellings", async () => {
        const id = await world.make(name);
        const before = await api.read(name, id);
        const body = respelled(descriptor.fields, before.body ?? {});
        const answer = await api.request("PUT", `/api/${name}/${id}`, body);
        expect(answer.status, answer.text).toBe(204);
        expect(answer.headers["preference-applied"]).toBe("return=minimal");
        expect(stable((await api.read(name, id)).body)).toEqual(stable(before.body));
      });

      it("returns the record on request", async () => {
        const id = await world.make(name);
        const { body } = await api.read(name, id);
        const answer = await api.request("PUT", `/api/${name}/${id}`, body, {
          headers: { prefer: "return=representation" },
        });
        expect(answer.status, answer.text).toBe(200);
        expect(answer.headers["preference-applied"]).toBe("return=representation");
        expect(stable(answer.body)).toEqual(stable(body));
      });
    }

    function changePromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      const emptied = descriptor.fields.filter(
        (field) =>
          (field.enum || wireType(field) === "array") &&
          !(field.readOnly || field.internal || field.immutable || field.computed || field.when || field.requiredWhen),
      );
      it.skipIf(emptied.length === 0)(
        "takes an emptied choice or list as none, or refuses it at its field",
        async () => {
          const id = await world.make(name);
          const { body } = await api.read(name, id);
          for (const field of emptied) {
            const value = field.enum ? "" : [];
            const answers = [
              await api.patch(name, id, [{ op: "replace", path: `/${field.name}`, value }]),
              await api.request("PUT", `/api/${name}/${id}`, { ...body, [field.name]: value }),
            ];
            for (const { status, text, body: refusal } of answers) {
              if (!field.required) expect(status, `${field.name}: ${text}`).toBe(204);
              else if (status !== 204) expect(refusal?.errors, text).toMatchObject([{ pointer: `/${field.name}` }]);
            }
            if (!field.required) expect((await api.read(name, id)).body?.[field.name] ?? null, field.name).not.toBe("");
            const restored = await api.request("PUT", `/api/${name}/${id}`, body);
            expect(restored.status, `${field.name}: ${restored.text}`).toBe(204);
          }
        },
      );

      it("patches a single field and rejects invalid patches", async () => {
        const id = await world.make(name);
        const before = await api.read(name, id);
        const field = descriptor.fields.find(
          (candidate) =>
            isPlainText(candidate) &&
            before.body?.[candidate.name] &&
            can({ role: "superuserMaster", adminId: 0, admin: DATA }, descriptor, "update", {
              field: candidate,
              record: { id },
            }),
        );
        if (field) {
          const value = `${prefixOf(name, field)}p${world.next()}`.padEnd(field.minLength ?? 0, "x");
          const answer = await api.patch(name, id, [{ op: "replace", path: `/${field.name}`, value }]);
          expect(answer.status, answer.text).toBe(204);
          const after = await api.read(name, id);
          expect(stable(after.body)).toEqual({ ...stable(before.body), [field.name]: value });
        }
        const unchanged = await api.read(name, id);
        expect((await api.patch(name, id, { op: "replace" })).status).toBe(400);
        expect((await api.patch(name, id, [{ op: "dance", path: "/id" }])).status).toBe(400);
        expect((await api.patch(name, id, [{ op: "replace", path: "/no/such/pointer", value: 1 }])).status).toBe(422);
        const asJson = { headers: { "content-type": "application/json" } };
        expect((await api.patch(name, id, [], asJson)).status).toBe(415);
        expect((await api.read(name, id)).body).toEqual(unchanged.body);
      });

      it("rejects a stale version with 412 and accepts writes without one", async () => {
        const id = await world.make(name);
        const first = await api.read(name, id);
        const etag = String(first.headers.etag);
        const put = (version: string) =>
          api.request("PUT", `/api/${name}/${id}`, first.body, { headers: { "if-match": version } });
        expect((await put('"999"')).status).toBe(412);
        expect((await put(etag)).status).toBe(204);
        expect((await api.request("PUT", `/api/${name}/${id}`, first.body)).status).toBe(204);
      });
    }

    function removePromises(descriptor: ResourceDescriptor): void {
      const { name, remove, operations, softDelete } = descriptor;
      if (remove.by === "delete" && !operations.includes("delete")) return;
      const isGone = !softDelete || (descriptor.hiddenWhen?.values.includes(softDelete.value) ?? false);

      if (remove.by === "delete" && !isGone) {
        it("stays after DELETE, with its final status", async () => {
          const id = await world.make(name);
          expect((await api.request("DELETE", `/api/${name}/${id}`)).status).toBe(204);
          expect((await api.read(name, id)).body).toMatchObject({ [softDelete.field]: softDelete.value });
          expect((await api.request("DELETE", `/api/${name}/${id}`)).status).toBe(422);
        });
        return;
      }

      it(remove.by === "status" ? "is removed by status" : "is not found after DELETE", async () => {
        const id = await world.make(name);
        if (remove.by === "status") {
          const answer = await api.patch(name, id, [{ op: "replace", path: `/${remove.field}`, value: remove.value }]);
          expect(answer.status, answer.text).toBe(204);
          const after = await api.read(name, id);
          const isHidden = descriptor.hiddenWhen?.values.includes(remove.value) ?? false;
          expect(after.status).toBe(isHidden ? 404 : 200);
          if (!isHidden) expect(after.body?.[remove.field]).toBe(remove.value);
          return;
        }
        const answer = await api.request("DELETE", `/api/${name}/${id}`);
        expect(answer.status, answer.text).toBe(204);
        // Settings return to their defaults and exist as long as their owner.
        if (descriptor.settingsOf) return expect((await api.read(name, id)).headers.etag).toBe('"0"');
        expect((await api.read(name, id)).status).toBe(404);
        expect((await api.request("DELETE", `/api/${name}/${id}`)).status).toBe(404);
      });
    }

    function refusals({ name, operations, fields }: ResourceDescriptor): void {
      it("rejects unknown ids, malformed ids and unsupported operations", async () => {
        if (operations.includes("read")) {
          expect((await api.read(name, 2_000_000_000)).status).toBe(404);
          expect((await api.request("GET", `/api/${name}/abc`)).status).toBe(hasTextIds(fields) ? 404 : 400);
        }
        const methods = { create: "POST", update: "PUT", delete: "DELETE" } as const;
        for (const [operation, method] of Object.entries(methods)) {
          if (operations.includes(operation as keyof typeof methods)) continue;
          const url = operation === "create" ? `/api/${name}/` : `/api/${name}/1`;
          const answer = await api.request(method, url, method === "DELETE" ? undefined : {});
          expect(answer.status, `${method} ${url}`).toBe(404);
          expect(answer.body?.code).toBe(404);
        }
      });

      it("responds 401 without a login and to an invalid token", async () => {
        expect((await new Api(app).list(name)).status).toBe(401);
        expect((await new Api(app, "not.a.token").list(name)).status).toBe(401);
      });
    }
  });
}

const HOSTILE = [
  "'; drop table resellers; --",
  "<script>alert(1)</script>",
  "%00%ff\\u0000",
  "\u{1f4de} \u202e x",
  ...["$null", "__proto__", "1e400", "\\", "*%_"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template language would evaluate.
  "${7*7}",
];

/** What the platform puts in front of a text that lacks it. */
const prefixOf = (resource: string, { name }: FieldDescriptor) =>
  `${resource}.${name}` === "preferencesmetaentries.attribute" ? "__" : "";

function isPlainText(field: FieldDescriptor): boolean {
  return (
    isFree({ ...field, unique: undefined }) && !field.readOnly && !field.immutable && !field.internal && !field.computed
  );
}

/** Fields that no hook changes. */
function comparable(descriptor: ResourceDescriptor): FieldDescriptor[] {
  return descriptor.fields.filter(
    (field) => !field.readOnly && !field.writeOnly && !field.internal && !field.computed && !field.secret,
  );
}

/** The ids of other records in a record, those in its parts included. */
function referencesIn(fields: readonly FieldDescriptor[], record: WireRecord): { resource: string; id: Json }[] {
  return fields.flatMap(({ name, reference, fields: parts }) => {
    const values = [record[name] ?? []].flat();
    if (reference) return values.map((id) => ({ resource: reference.resource, id }));
    return parts ? values.flatMap((part) => referencesIn(parts, part as WireRecord)) : [];
  });
}

/** The platform may add members to list entries, and stores one of several spellings. */
function expectKept(stored: WireRecord | undefined, record: WireRecord, field: FieldDescriptor): void {
  const { name, format, kind } = field;
  const given = record[name];
  if (given === undefined) return;
  const kept = readScalars([field], { [name]: stored?.[name] ?? null })[name] ?? null;
  const inNormalForm = (value: Json) => {
    if (typeof value !== "string") return value;
    return kind === "dateTime" ? parseWireInstant(value, "UTC")?.toISOString() : normalForm(format, value);
  };
  expect({ [name]: inNormalForm(kept) }).toMatchObject({ [name]: inNormalForm(given) });
}

/** Whether answers have the field, or a member of it, in another form than requests. */
function hasAnswerForm({ answer, fields = [] }: FieldDescriptor): boolean {
  return answer !== undefined || fields.some(hasAnswerForm);
}

/** A record without the fields that every write changes. */
function stable(record: WireRecord | undefined): WireRecord {
  const { modify_timestamp, last_secret_key_modify, ...rest } = withoutLinks(record);
  return rest;
}
