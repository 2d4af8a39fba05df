import { afterAll, expect, it } from "vitest";
import { finalStatusOf } from "../../src/core/validation/transitions.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { TEST_RESELLER } from "../support/accounts.ts";
import { logInAsOwner } from "../support/owner.ts";
import { openPrepared } from "../support/prepared.ts";
import { World } from "../support/world.ts";

/** The resources as of schemas by which nobody may delete: in the product's own, who may update may delete as well. */
const undeletable = Object.values(resources).map(({ descriptor, ...rest }) => {
  const access = Object.entries(descriptor.access).map(([role, grants]) => [role, { ...grants, delete: false }]);
  return [descriptor.name, { ...rest, descriptor: { ...descriptor, access: Object.fromEntries(access) } }] as const;
});

const database = await openPrepared("accounts");
const app = await buildPlatform({
  database,
  resources: Object.fromEntries(undeletable),
  settings: { logLevel: "silent" },
});
afterAll(async () => {
  await app.close();
  await database.close();
});
const api = await logInAsOwner(app);
const world = new World(api, TEST_RESELLER);

const ending = Object.values(resources).flatMap(({ descriptor }) => {
  const end = finalStatusOf(descriptor);
  const field = descriptor.fields.find(({ name, internal, readOnly }) => name === end?.field && !internal && !readOnly);
  return end && field && descriptor.operations.includes("update") ? [[descriptor.name, end] as const] : [];
});

it.each(ending)("%s are not ended by who may only update them, by any request", async (resource, { field, value }) => {
  const id = await world.make(resource);
  const { body } = await api.read(resource, id);
  const statusOf = async (answer: Promise<{ readonly status: number }>) => (await answer).status;
  const end = [{ op: "replace", path: `/${field}`, value }];
  expect(await statusOf(api.patch(resource, id, end))).toBe(403);
  expect(await statusOf(api.request("PUT", `/api/${resource}/${id}`, { ...body, [field]: value }))).toBe(403);
  const job = { resource, action: "change", changes: { [field]: value }, ids: [id] };
  const preview = await api.request("POST", "/api/bulkjobs/preview", job);
  expect(preview.body?.failures).toMatchObject([{ record_id: id, key: "errors.forbidden" }]);
  expect(await statusOf(api.patch(resource, id, []))).toBeLessThan(300);
});
