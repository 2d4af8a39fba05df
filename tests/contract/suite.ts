import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { can } from "../../src/core/access.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/engine.ts";
import { ACCOUNTS, accountOf } from "../support/accounts.ts";
import { Api, embedded, hasTextIds, idFromLocation, withoutLinks } from "../support/api.ts";
import { addBans } from "../support/bans.ts";
import { logInAsOwner, ownerOf } from "../support/owner.ts";
import { preparePlatform, TEST_RESELLER } from "../support/platform.ts";
import { isMade } from "../support/targets.ts";
import { World } from "../support/world.ts";

/** The test accounts see all data. */
const DATA = { call_data: true, billing_data: true };

/** The wire's promises for every resource and operation, on whatever database `open` opens. */
export function contractSuite(
  engine: string,
  open: () => Promise<Database>,
  descriptors: readonly ResourceDescriptor[] = Object.values(resources).map(({ descriptor }) => descriptor),
): void {
  describe(`the API on ${engine}`, () => {
    let app: FastifyInstance;
    let api: Api;
    let database: Database;
    let world: World;

    beforeAll(async () => {
      database = await open();
      await preparePlatform(database);
      await addBans(database);
      app = await buildPlatform({ database });
      api = await logInAsOwner(app);
      world = new World(api, TEST_RESELLER);
    }, 120_000);

    afterAll(async () => {
      await app.close();
      await database.close();
    });

    for (const descriptor of descriptors) {
      describe(descriptor.name, () => {
        const { name, operations } = descriptor;
        const has = (operation: ResourceDescriptor["operations"][number]) => operations.includes(operation);

        if (has("list")) listPromises(descriptor);
        if (has("create")) createPromises(descriptor);
        if (isMade(descriptor) && has("update")) updatePromises(descriptor);
        if (isMade(descriptor)) removePromises(descriptor);
        refusals(descriptor);

        it("is open to exactly the roles that its schema names", async () => {
          for (const [role, account] of Object.entries(ACCOUNTS)) {
            const caller = await Api.login(app, account.login, account.password);
            // An own-record grant opens the list, which then shows that record only.
            const expected = can({ role, adminId: 1, admin: DATA }, descriptor, "lookup", { record: { id: 1 } });
            const { status } = await caller.list(name);
            if (has("list")) expect(status, `${role} lists ${name}`).toBe(expected ? 200 : 403);
          }
        });
      });
    }

    function listPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("lists with an honest total and links to its pages", async () => {
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

      it("sorts by id both ways and keeps the order on the last page", async () => {
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

      it("answers a page beyond the end with an empty page, page 0 with 400", async () => {
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
        const nothing = await api.list(name, { [filter]: "$null" });
        expect(nothing.status).toBe(200);
        const odd = await api.list(name, { [filter]: "%_'\"; drop table x --" });
        expect(odd.status, odd.text).toBe(200);
      });

      it("finds a record by each of its own texts", async () => {
        const [record] = embedded(await api.list(name, { rows: 1, order_by: "id", order_by_direction: "desc" }), name);
        for (const filter of descriptor.filters.filter((candidate) => candidate.match === "wildcard")) {
          const value = record?.[filter.source];
          if (typeof value !== "string" || value === "") continue;
          for (const pattern of [value, `${value.slice(0, 2)}*`, `*${value.slice(1)}`]) {
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

    function createPromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("creates, tells where, and gives the record back", async () => {
        const record = await world.valid(name);
        const answer = await api.request("POST", `/api/${name}/`, record);
        expect(answer.status, answer.text).toBe(201);
        expect(answer.headers.location).toBe(`/api/${name}/${idFromLocation(answer)}`);
        expect(answer.text).toBe("");
        const stored = await api.read(name, idFromLocation(answer));
        expect(stored.status).toBe(200);
        for (const field of comparable(descriptor)) {
          if (record[field.name] !== undefined)
            expect(stored.body?.[field.name], field.name).toEqual(record[field.name]);
        }
        for (const field of descriptor.fields.filter(({ secret }) => secret)) {
          expect(stored.text, `${field.name} is a secret`).not.toContain(String(record[field.name]));
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

      it("answers broken, missing and foreign bodies with 400 and 415, and changes nothing", async () => {
        const before = (await api.list(name)).body?.total_count;
        const post = (raw: string, headers?: Record<string, string>) =>
          api.request("POST", `/api/${name}/`, undefined, { raw, headers });
        expect((await post("{")).status).toBe(400);
        expect((await post("")).status).toBe(400);
        expect((await post('{"a": NaN}')).status).toBe(400);
        expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
        expect((await post("[]")).status).toBeGreaterThanOrEqual(400);
        expect((await post("[]")).status).toBeLessThan(500);
        expect((await post('"text"')).status).toBeLessThan(500);
        expect((await api.list(name)).body?.total_count).toBe(before);
      });

      it("keeps a journal that shows who, and no secret", async () => {
        if (!descriptor.journal) return;
        const record = await world.valid(name);
        const id = await api.create(name, record);
        const journal = await api.request("GET", `/api/${name}/${id}/journal/`);
        expect(journal.status, journal.text).toBe(200);
        expect(embedded(journal, "journals")[0]).toMatchObject({
          operation: "create",
          resource_name: name,
          resource_id: id,
          username: accountOf(ownerOf(descriptor)).login,
        });
        for (const field of descriptor.fields.filter(({ secret }) => secret)) {
          expect(journal.text).not.toContain(String(record[field.name]));
        }
      });

      it("takes hostile texts as texts", async () => {
        for (const hostile of HOSTILE) {
          const record = { ...(await world.valid(name)) };
          for (const field of descriptor.fields) {
            if (typeof record[field.name] === "string" && !field.enum && !field.format) {
              record[field.name] = `${world.next()}${hostile}`.slice(0, field.maxLength);
            }
          }
          const answer = await api.request("POST", `/api/${name}/`, record);
          expect([201, 422], answer.text).toContain(answer.status);
          if (answer.status !== 201) continue;
          const stored = await api.read(name, idFromLocation(answer));
          for (const field of comparable(descriptor)) {
            if (record[field.name] !== undefined) expect(stored.body?.[field.name]).toEqual(record[field.name]);
          }
        }
      });
    }

    function updatePromises(descriptor: ResourceDescriptor): void {
      const { name } = descriptor;

      it("replaces a record by what it was read as, and nothing changes", async () => {
        const id = await world.make(name);
        const before = await api.read(name, id);
        const answer = await api.request("PUT", `/api/${name}/${id}`, before.body);
        expect(answer.status, answer.text).toBe(204);
        expect(answer.headers["preference-applied"]).toBe("return=minimal");
        const after = await api.read(name, id);
        expect(stable(after.body)).toEqual(stable(before.body));
      });

      it("answers with the record when asked to", async () => {
        const id = await world.make(name);
        const { body } = await api.read(name, id);
        const answer = await api.request("PUT", `/api/${name}/${id}`, body, {
          headers: { prefer: "return=representation" },
        });
        expect(answer.status, answer.text).toBe(200);
        expect(answer.headers["preference-applied"]).toBe("return=representation");
        expect(answer.body?.id).toBe(id);
      });

      it("patches one field, leaves the others and refuses wrong patches", async () => {
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
          const value = `p${world.next()}`.padEnd(field.minLength ?? 0, "x");
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

      it("refuses a stale version with 412 and takes writes without one", async () => {
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
      const { name, remove, operations } = descriptor;
      if (remove.by === "delete" && !operations.includes("delete")) return;

      it(remove.by === "status" ? "is removed by its status" : "is removed by DELETE and then unknown", async () => {
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
        // Settings are back at their defaults: they are there as long as their owner is.
        if (descriptor.settingsOf) return expect((await api.read(name, id)).headers.etag).toBe('"0"');
        expect((await api.read(name, id)).status).toBe(404);
        expect((await api.request("DELETE", `/api/${name}/${id}`)).status).toBe(404);
      });
    }

    function refusals({ name, operations, fields, settingsOf }: ResourceDescriptor): void {
      it("knows no unknown id, no malformed id and no operation it does not offer", async () => {
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

      it("answers nobody and a wrong token with 401", async () => {
        expect((await new Api(app).list(name)).status).toBe(401);
        expect((await new Api(app, "not.a.token").list(name)).status).toBe(401);
      });

      it("refuses every write of a read-only role", async () => {
        const { login, password } = accountOf("superuserMasterReadOnly");
        const reader = await Api.login(app, login, password);
        if (settingsOf) {
          const put = await reader.request("PUT", `/api/${name}/${await world.shared(name)}`, await world.valid(name));
          expect(put.status).toBe(403);
        }
        if (!operations.includes("create")) return;
        const answer = await reader.request("POST", `/api/${name}/`, await world.valid(name));
        expect(answer.status).toBe(403);
      });
    }
  });
}

const HOSTILE = [
  "'; drop table resellers; --",
  "<script>alert(1)</script>",
  "%00%ff\\u0000",
  "\u{1f4de} \u202e x",
  "${7*7}",
];

function isPlainText(field: FieldDescriptor): boolean {
  return (
    field.kind === "text" && !field.readOnly && !field.immutable && !field.internal && !field.format && !field.computed
  );
}

/** Fields that a hook may not change on the way in and out. */
function comparable(descriptor: ResourceDescriptor): FieldDescriptor[] {
  return descriptor.fields.filter(
    (field) => !field.readOnly && !field.writeOnly && !field.internal && !field.computed && !field.secret,
  );
}

/** A record without what every write changes. */
function stable(record: WireRecord | undefined): WireRecord {
  const { modify_timestamp, last_secret_key_modify, ...rest } = withoutLinks(record);
  return rest;
}
