import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Api, embedded } from "../../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../../tests/support/demonstration.ts";
import type { BulkJobPreview, BulkJobReport } from "../../../core/api/jobs.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { resources } from "../../../generated/all.gen.ts";
import { claimJobs } from "./jobStore.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

const start = async (body: object, caller = api): Promise<BulkJobReport> => {
  const answer = await caller.request("POST", "/api/bulkjobs/", body as WireRecord);
  expect(answer.status, answer.text).toBe(202);
  return answer.body as unknown as BulkJobReport;
};
const read = async (id: number, caller = api) =>
  (await caller.request("GET", `/api/bulkjobs/${id}`)).body as unknown as BulkJobReport;
/** The job once nobody works on it any more. */
const ended = async (id: number, caller = api): Promise<BulkJobReport> => {
  for (;;) {
    const job = await read(id, caller);
    if (job.state !== "running") return job;
    await pause(5);
  }
};
const act = async (id: number, what: string, caller = api) => {
  const answer = await caller.request("POST", `/api/bulkjobs/${id}/${what}`);
  return answer.body as unknown as BulkJobReport;
};
const customers = async (query: Readonly<Record<string, Json>> = {}) =>
  embedded(await api.list("customers", { status: "active", rows: 100, ...query }), "customers");
const idsOf = (records: readonly WireRecord[]) => records.map(({ id }) => Number(id));
const fieldOf = async (resource: string, id: number, field: string) => (await api.read(resource, id)).body?.[field];

describe("a job that changes fields", () => {
  it("changes each record as its own request would, names its run in the journal, and is undone as one", async () => {
    const all = (await customers()).slice(0, 25);
    const job = await start({
      resource: "customers",
      action: "change",
      changes: { external_id: "bulk" },
      ids: idsOf(all),
    });
    expect(job).toMatchObject({ total: 25, resource: "customers", restored_by: null });
    expect(await ended(job.id)).toMatchObject({ state: "finished", done: 25, failed: 0, failures: [] });
    for (const id of idsOf(all)) expect(await fieldOf("customers", id, "external_id")).toBe("bulk");
    const journal = await api.request("GET", `/api/journals/?run=${job.run}&rows=100`);
    expect(embedded(journal, "journals")).toHaveLength(25);

    const undo = await act(job.id, "undo");
    expect(await ended(undo.id)).toMatchObject({ action: "restore", done: 25, failed: 0, restores: job.run });
    for (const { id, external_id } of all)
      expect((await fieldOf("customers", Number(id), "external_id")) ?? null).toBe(external_id ?? null);
    expect((await read(job.id)).restored_by).toBe(undo.id);
  });

  it("inserts a billing profile from a date on into the schedule of each customer, which undo takes back", async () => {
    // Two of one reseller.
    const [one, two] = [2, 3];
    const scheduleOf = async (id: number) =>
      ((await fieldOf("customers", id, "billing_profiles")) as WireRecord[]).map(({ profile_id, start }) => [
        profile_id,
        start,
      ]);
    const profile = Number(await fieldOf("customers", one, "billing_profile_id"));
    const [march, april, june] = ["2092-03-01T00:00:00Z", "2092-04-01T00:00:00Z", "2092-06-01T00:00:00Z"];
    const plan = (start: string) => ({ profile_id: profile, start, stop: "2092-12-01T00:00:00Z" });
    for (const [id, starts] of [[one, [march, june]] as const, [two, [april]] as const]) {
      const op = { op: "replace", path: "/billing_profiles", value: starts.map((start) => plan(start ?? "")) };
      const answer = await api.patch("customers", id, [op]);
      expect(answer.status, answer.text).toBe(204);
    }
    const changes = { billing_profiles: { profile_id: profile, start: "2092-04-01T02:00:00+02:00" } };
    const body = { resource: "customers", action: "change", changes, ids: [one, two] } as const;
    const preview = await api.request("POST", "/api/bulkjobs/preview", body as never);
    expect(preview.body?.records, preview.text).toHaveLength(2);
    const job = await start(body);
    expect(await ended(job.id)).toMatchObject({ done: 2, failed: 0 });
    expect(await scheduleOf(one)).toEqual([march, april, june].map((at) => [profile, at]));
    expect(await api.read("customers", two)).toMatchObject({
      body: { billing_profiles: [{ profile_id: profile, start: april, stop: null }] },
    });
    expect(await ended((await act(job.id, "undo")).id)).toMatchObject({ done: 2, failed: 0 });
    expect(await scheduleOf(one)).toEqual([march, june].map((at) => [profile, at]));
    expect(await api.read("customers", two)).toMatchObject({ body: { billing_profiles: [plan(april ?? "")] } });
  });

  it("leaves out what was changed since when it is undone, and says so", async () => {
    const [one, two] = idsOf(await customers());
    const job = await start({
      resource: "customers",
      action: "change",
      changes: { external_id: "x1" },
      ids: [one, two],
    });
    await ended(job.id);
    await api.patch("customers", Number(two), [{ op: "replace", path: "/external_id", value: "since" }]);
    const undone = await ended((await act(job.id, "undo")).id);
    expect(undone).toMatchObject({ state: "finished", done: 1, failed: 1 });
    expect(undone.failures).toMatchObject([{ record_id: two, key: "errors.newer_changes", code: 409 }]);
    expect(await fieldOf("customers", Number(two), "external_id")).toBe("since");
  });

  it("leaves the others as wanted where one is refused, by a rule that shows only in the database too", async () => {
    const numbers = await customers({ rows: 4 });
    const job = await start({
      resource: "customers",
      action: "change",
      changes: { max_subscribers: 7 },
      ids: [...idsOf(numbers), 999_999],
    });
    const report = await ended(job.id);
    expect(report).toMatchObject({ done: numbers.length, failed: 1 });
    expect(report.failures).toMatchObject([{ record_id: 999_999, title: "#999999", key: "errors.not_found" }]);
    // No two profiles of a reseller can have the same handle.
    const same = await start({
      resource: "billingprofiles",
      action: "change",
      changes: { handle: "same_for_all" },
      ids: idsOf(embedded(await api.list("billingprofiles", { reseller_id: 2, rows: 3 }), "billingprofiles")),
    });
    const told = await ended(same.id);
    expect([told.done, told.failed]).toEqual([1, told.total - 1]);
  });

  it("leaves alone who was terminated meanwhile, as a request of its own is refused", async () => {
    const found = embedded(await api.list("subscribers", { status: "active", rows: 3 }), "subscribers");
    const [gone = 0, ...others] = idsOf(found).toReversed();
    await api.request("DELETE", `/api/subscribers/${gone}`);
    const job = await start({
      resource: "subscribers",
      action: "change",
      changes: { status: "locked" },
      ids: [gone, ...others],
    });
    const { done, failed, failures } = await ended(job.id);
    expect({ done, failed }).toEqual({ done: 2, failed: 1 });
    expect(failures).toMatchObject([{ record_id: gone, code: 404 }]);
    await ended((await act(job.id, "undo")).id);
  });

  it("tries again what was refused as the same run", async () => {
    const [one] = idsOf(await customers());
    const job = await start({
      resource: "customers",
      action: "change",
      changes: { external_id: "again" },
      ids: [Number(one), 999_999],
    });
    await ended(job.id);
    await act(job.id, "continue");
    expect(await ended(job.id)).toMatchObject({ done: 1, failed: 1, total: 2, run: job.run });
  });

  it("refuses fields that no request may write, and secrets, which it would have to keep", async () => {
    const send = (changes: object) =>
      api.request("POST", "/api/bulkjobs/", {
        resource: "subscribers",
        action: "change",
        changes,
        ids: [1],
      } as WireRecord);
    for (const changes of [{ id: 3 }, { password: "x" }, { unknown: 1 }, {}])
      expect((await send(changes)).status).toBe(422);
  });
});

it("a preview tells every field that would change, and changes nothing", async () => {
  const [one] = idsOf(embedded(await api.list("subscribers", { status: "active", rows: 1 }), "subscribers"));
  const body = {
    resource: "subscribers",
    action: "change",
    changes: { status: "locked" },
    ids: [Number(one), 999_999],
  };
  const { body: told } = await api.request("POST", "/api/bulkjobs/preview", body);
  expect(told).toMatchObject({
    records: [{ id: one, changes: { status: { before: "active", after: "locked" }, lock: { after: 4 } } }],
    failures: [{ record_id: 999_999, key: "errors.not_found" }],
  });
  expect(await fieldOf("subscribers", Number(one), "status")).toBe("active");
});

describe("a job that removes", () => {
  it("ends records with what they own, and undoing it brings all of it back", async () => {
    const model = embedded(
      await api.list("customers", { status: "active", type: "sipaccount", rows: 60 }),
      "customers",
    );
    const ids = idsOf(model).slice(-2);
    const livingOf = async (id: number) =>
      embedded(await api.list("subscribers", { customer_id: id, status: "active", rows: 50 }), "subscribers").length;
    const before = await Promise.all(ids.map(livingOf));
    const job = await start({ resource: "customers", action: "remove", ids });
    expect(await ended(job.id)).toMatchObject({ done: 2, failed: 0 });
    expect(await Promise.all(ids.map(livingOf))).toEqual([0, 0]);
    expect(await ended((await act(job.id, "undo")).id)).toMatchObject({ done: 2, failed: 0 });
    for (const id of ids) expect(await fieldOf("customers", id, "status")).toBe("active");
    expect(await Promise.all(ids.map(livingOf))).toEqual(before);
  });

  it("ends them in parts, and brings back in each of its own whatever parts they ended in", async () => {
    const listed = embedded(await api.list("subscribers", { status: "active", rows: 400 }), "subscribers");
    const ids = idsOf(listed.filter(({ pbx_extension, is_pbx_pilot }) => !pbx_extension && !is_pbx_pilot)).slice(0, 60);
    expect(ids).toHaveLength(60);
    const unitsOf = async ({ run }: BulkJobReport) => {
      const entries = platform.database.kysely.selectFrom("journals").where("run", "=", run);
      return (await entries.select("unit").distinct().execute()).length;
    };
    const numberOf = async (id: number) => {
      const { cc, ac, sn } = (await fieldOf("subscribers", id, "primary_number")) as WireRecord;
      return [cc, ac, sn];
    };
    const numbers = () => Promise.all(ids.map(numberOf));
    const before = await numbers();
    const job = await ended((await start({ resource: "subscribers", action: "remove", ids })).id);
    expect([job.done, await unitsOf(job)]).toEqual([60, 2]);
    const undo = await ended((await act(job.id, "undo")).id);
    expect([undo.done, undo.failures, await unitsOf(undo)]).toEqual([60, [], 2]);
    expect(await numbers()).toEqual(before);
  });

  it("tells beforehand what changes and what ends along with a record, however deep, and ends nothing", async () => {
    const [customer] = (await customers({ type: "pbxaccount" })).filter(({ id }) => Number(id) > 1);
    const id = Number(customer?.id);
    const subscribers = async () =>
      embedded(await api.list("subscribers", { customer_id: id, rows: 100 }), "subscribers");
    const before = idsOf(await subscribers());
    const tell = async (caller: Api) => {
      const body = { resource: "customers", action: "remove", ids: [id] };
      return (await caller.request("POST", "/api/bulkjobs/preview", body)).body as unknown as BulkJobPreview;
    };
    const told = await tell(api);
    expect(told.records).toMatchObject([{ id, changes: { status: { before: "active", after: "terminated" } } }]);
    expect(told.along).toMatchObject({ subscribers: before.length });
    // Below its subscribers.
    expect(Object.keys(told.along)).toContain("subscriberregistrations");
    expect(idsOf(await subscribers())).toEqual(before);
  });

  it("deletes, leaves what is in use, and brings back", async () => {
    const contact = await api.create("customercontacts", { reseller_id: 2, email: "gone@example.org" });
    const used = Number((await customers({ reseller_id: 2 }))[0]?.contact_id);
    const job = await start({ resource: "customercontacts", action: "remove", ids: [contact, used] });
    const report = await ended(job.id);
    expect(report).toMatchObject({ done: 1, failed: 1 });
    expect(report.failures).toMatchObject([{ record_id: used, key: "errors.in_use" }]);
    expect((await api.read("customercontacts", contact)).status).toBe(404);
    await ended((await act(job.id, "undo")).id);
    expect((await api.read("customercontacts", contact)).status).toBe(200);
  });
});

describe("who starts a job", () => {
  it("is the only one to see it, and changes only what requests of theirs could", async () => {
    const reseller = await platform.as("spreeklang");
    const [mine] = idsOf(embedded(await reseller.list("customers", { status: "active", rows: 1 }), "customers"));
    const own = embedded(await reseller.list("customers", { rows: 100 }), "customers");
    const foreign = idsOf(await customers()).find((id) => !idsOf(own).includes(id));
    const ids = [Number(mine), Number(foreign)];
    const job = await start(
      { resource: "customers", action: "change", changes: { external_id: "own" }, ids },
      reseller,
    );
    const report = await ended(job.id, reseller);
    expect(report.failures).toMatchObject([{ record_id: foreign, key: "errors.not_found" }]);
    expect(await fieldOf("customers", Number(mine), "external_id")).toBe("own");
    expect((await api.request("GET", `/api/bulkjobs/${job.id}`)).status).toBe(404);
    expect((await api.request("POST", `/api/bulkjobs/${job.id}/undo`)).status).toBe(404);
    const reader = await platform.as("auditor");
    const refused = { resource: "customers", action: "change", changes: { external_id: "no" }, ids };
    expect((await reader.request("POST", "/api/bulkjobs/", refused)).status).toBe(403);
  });

  it("may be locked meanwhile: then it ends", async () => {
    const ids = idsOf(await customers());
    const { kysely: db } = platform.database;
    const { id } = await db
      .selectFrom("admins")
      .select("id")
      .where("login", "=", "administrator")
      .executeTakeFirstOrThrow();
    const before = await start({ resource: "customers", action: "change", changes: { external_id: "locked" }, ids });
    // In this process, so that the job cannot be faster.
    await db.updateTable("admins").set({ is_active: false }).where("id", "=", id).execute();
    await db
      .updateTable("bulkjobs")
      .set({ state: "running", tried: 0, node: null, ended: null })
      .where("id", "=", before.id)
      .execute();
    const second = await platform.as("systemowner");
    await start(
      { resource: "customers", action: "change", changes: { external_id: "wakes" }, ids: ids.slice(0, 1) },
      second,
    );
    for (;;) {
      const row = await db.selectFrom("bulkjobs").select("state").where("id", "=", before.id).executeTakeFirstOrThrow();
      if (row.state !== "running") {
        expect(row.state).toBe("refused");
        break;
      }
      await pause(5);
    }
    await db.updateTable("admins").set({ is_active: true }).where("id", "=", id).execute();
  });
});

describe("a job on all that a list has", () => {
  const tried = (body: object) => api.request("POST", "/api/bulkjobs/preview", body as WireRecord);
  const remove = (resource: string, query: string) => tried({ resource, action: "remove", query });
  /** What no value of a kind is. */
  const wrong = { dateTime: "yesterday", reference: "Albion", boolean: "perhaps", enum: "nosuch" } as const;

  it("refuses every filter of every resource that cannot be read, by name", async () => {
    const removed = Object.values(resources).filter(({ descriptor }) => descriptor.operations.includes("delete"));
    const cases = removed.flatMap(({ descriptor: { name, filters, storage } }) =>
      storage === "computed"
        ? []
        : filters.flatMap((filter) => {
            const value = filter.match === "empty" ? wrong.boolean : wrong[filter.kind as keyof typeof wrong];
            return value === undefined ? [] : [{ name, filter: filter.name, value }];
          }),
    );
    expect(cases.length).toBeGreaterThan(80);
    for (const { name, filter, value } of cases) {
      const { body, status } = await remove(name, `${filter}=${value}`);
      // Some need a feature or licence that this installation lacks.
      if (status === 403 || status === 404) continue;
      const told = { code: 422, key: "errors.filter_unreadable", params: { name: filter, value } };
      expect(body, `${name} ${filter}`).toMatchObject(told);
    }
  });

  it.each([
    ["staus=active", "filter_unknown", "staus"],
    ["status=active&page=2", "filter_unknown", "page"],
    ["status=active&rows=5", "filter_unknown", "rows"],
    ["status=", "filter_needed", "status"],
    ["status=active,nosuch", "filter_unreadable", "status"],
    ["create_timestamp_gt=2026-02-30", "filter_unreadable", "create_timestamp_gt"],
    ["id=1,2x", "filter_unreadable", "id"],
  ])("refuses %s, as it would reach more than was meant", async (query, code, name) => {
    const { body } = await remove("customers", query);
    expect(body).toMatchObject({ code: 422, key: `errors.${code}`, params: { name } });
  });

  it("takes the query of a list as the panel sends it", async () => {
    const query = "status=active,locked&type=sipaccount&search=a&order_by=id&order_by_direction=desc&expand=contact_id";
    const { status, text } = await remove("customers", `${query}&no_count=1&create_timestamp_gt=2020-01-01`);
    expect(status, text).toBe(200);
  });

  it("refuses what would go unheeded beside it", async () => {
    const ids = [1];
    for (const [body, name] of [
      [{ resource: "customers", action: "remove", ids, query: "status=locked" }, "query"],
      [{ resource: "customers", action: "remove", ids, filter: {} }, "filter"],
      [{ action: "restore", run: "0", ids }, "ids"],
    ] as const)
      expect((await tried(body)).body).toMatchObject({ code: 422, key: "errors.filter_unknown", params: { name } });
  });
});

describe("a job and processes", () => {
  it("is done by one of them, and taken over when that one has ended", async () => {
    const { kysely: db } = platform.database;
    const { id } = await db
      .selectFrom("admins")
      .select("id")
      .where("login", "=", "systemowner")
      .executeTakeFirstOrThrow();
    const job = await db
      .insertInto("bulkjobs")
      .values({
        ...{ admin_id: id, resource: "customers", action: "change", run: "left", started: new Date() },
        ...{
          changes: JSON.stringify({ external_id: "taken over" }),
          targets: JSON.stringify(idsOf(await customers())),
        },
        ...{ total: 1, tried: 0, done: 0, failed: 0, state: "running", node: null },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const claimed = await Promise.all([claimJobs(db, "one"), claimJobs(db, "two")]);
    expect(claimed.flat()).toEqual([job.id]);
    // Its process has ended a while ago.
    await sql`update bulkjobs set beat = now() - interval '1 minute', started = now() - interval '1 minute'`.execute(
      db,
    );
    const superuser = await platform.as("systemowner");
    expect(await read(job.id, superuser)).toMatchObject({ state: "running", interrupted: true });
    const other = await start(
      { resource: "customers", action: "change", changes: { vat_rate: 3 }, query: "status=active" },
      superuser,
    );
    expect(await ended(job.id, superuser)).toMatchObject({ state: "finished", interrupted: false });
    expect((await ended(other.id, superuser)).done).toBeGreaterThan(20);
  });

  it("is stopped between two of its parts, and goes on where it was", async () => {
    const ids = idsOf(await customers());
    const job = await start({ resource: "customers", action: "change", changes: { vat_rate: 11 }, ids });
    const stopped = await act(job.id, "stop");
    if (stopped.state === "finished") return;
    expect(stopped.state).toBe("stopped");
    await act(job.id, "continue");
    expect(await ended(job.id)).toMatchObject({ done: ids.length, failed: 0, state: "finished" });
  });
});
