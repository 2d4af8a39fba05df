import { expect, it } from "vitest";
import { platformUntilEnd, type TestLogin } from "../../testing/platform.ts";

interface Place {
  readonly $p: Readonly<Record<string, boolean>>;
  readonly columns?: Readonly<Record<string, Place>>;
}

const platform = await platformUntilEnd();

async function infoOf(login: TestLogin) {
  const { status, body } = await (await platform.as(login)).send("GET", "/api/userinfo/");
  expect(status).toBe(200);
  const { username, role, permissions } = body as unknown as {
    readonly username: string;
    readonly role: string;
    readonly permissions: { readonly entity: Readonly<Record<string, Place>> };
  };
  return { username, role, entity: permissions.entity };
}

const every = { create: true, read: true, update: true, delete: true };
const none = { create: false, read: false, update: false, delete: false };

it("tells a superuser of everything that the platform offers", async () => {
  const { username, role, entity } = await infoOf("master");
  expect([username, role]).toEqual(["master", "admin"]);
  expect(entity.customercontacts?.$p).toEqual(every);
  // Calls are not written.
  expect(entity.calls?.$p).toEqual({ ...none, read: true });
  expect(entity.resellers?.columns?.name?.$p.update).toBe(true);
  expect(entity.domains?.columns?.domain?.$p).toEqual({ ...every, update: false });
  expect(entity.customercontacts?.columns?.id?.$p).toMatchObject({ create: false, read: true, update: false });
});

it("tells a reseller of its own resources and fields only", async () => {
  const { role, entity } = await infoOf("resellerTwo");
  expect(role).toBe("reseller");
  expect(entity.contracts).toBeUndefined();
  expect(entity.soundsets?.columns?.reseller_id?.$p).toEqual({ ...none, read: true });
  expect(entity.soundsets?.columns?.name?.$p).toMatchObject({ read: true, update: true });
});

it("tells a read-only account that it reads", async () => {
  const { entity } = await infoOf("reader");
  const changes = Object.values(entity).filter(({ $p }) => $p.create || $p.update || $p.delete);
  expect([changes, entity.customers?.$p.read]).toEqual([[], true]);
});

it("agrees with what requests are answered", async () => {
  const care = await platform.as("care");
  const { entity } = await infoOf("care");
  for (const name of ["customers", "customercontacts", "rewriterulesets", "peeringgroups", "subscribers"]) {
    const { status } = await care.send("GET", `/api/${name}/`);
    expect([name, entity[name]?.$p.read ?? false]).toEqual([name, status === 200]);
  }
});

it("is nothing for interception", async () => {
  expect((await (await platform.as("intercept")).send("GET", "/api/userinfo/")).status).toBe(403);
});
