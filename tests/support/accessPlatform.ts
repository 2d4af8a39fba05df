import type { FastifyInstance } from "fastify";
import { decodeJwt } from "jose";
import { afterAll } from "vitest";
import { resources } from "../../src/generated/all.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { defaultSettings } from "../../src/platform/runtime/settings.ts";
import { ACCOUNTS, accountOf } from "./accounts.ts";
import { Api } from "./api.ts";
import { logInAsOwner } from "./owner.ts";
import { openPrepared } from "./prepared.ts";
import { isBound } from "./rights.ts";

/** A logged-in administrator of one of the thirteen roles. */
export interface Member {
  readonly role: string;
  readonly id: number;
  /** Which of the sessions is this login. */
  readonly sessionId: number;
  readonly api: Api;
  /** Restricted to records of its own reseller. */
  readonly isBound: boolean;
}

/** A platform with one account per role, and the records that they try to access. */
export interface Accounts {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly members: readonly Member[];
  /** The superuser master, who creates the records that others try to access. */
  readonly owner: Api;
  memberOf(role: string): Member;
}

export interface AccessPlatform extends Accounts {
  /** Every route of the application. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
}

/** A platform with demo data, every feature, and one account per role in the same reseller, for all tests of a file. */
export async function openAccessPlatform(): Promise<AccessPlatform> {
  const database = await openPrepared("accounts");
  const routes: { method: string; url: string }[] = [];
  const app = await buildPlatform({
    database,
    // The tests try thousands of tokens from one IP address.
    settings: { logLevel: "silent", publicRequests: 1_000_000, ...everyFeature() },
    extend: async (server) => {
      server.addHook("onRoute", ({ method, url }) => {
        for (const one of [method].flat()) routes.push({ method: one, url });
      });
    },
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  return { ...(await logInAll(app, database)), routes };
}

/** Logs in every role of a platform that has the test accounts. */
async function logInAll(app: FastifyInstance, database: Database): Promise<Accounts> {
  const members = await Promise.all(Object.keys(ACCOUNTS).map((role) => logInAs(app, role)));
  const memberOf = (role: string): Member => {
    const member = members.find((candidate) => candidate.role === role);
    if (!member) throw new Error(`no role ${role}`);
    return member;
  };
  return {
    app,
    database,
    members,
    owner: await logInAsOwner(app),
    memberOf,
  };
}

/** Opens another session of a role's account. */
export async function logInAs(app: FastifyInstance, role: string): Promise<Member> {
  const { login, password } = accountOf(role);
  const response = await new Api(app).request("POST", "/login_jwt", { username: login, password });
  if (response.status !== 200) throw new Error(`${login} cannot log in: ${response.text}`);
  const token = String(response.body?.jwt);
  const api = new Api(app, token).namingOwners();
  return { role, id: Number(response.body?.id), sessionId: Number(decodeJwt(token).sid), api, isBound: isBound(role) };
}

/** Every feature that a resource may need, as these tests are about roles. */
function everyFeature() {
  const needs = Object.values(resources).map(({ descriptor }) => descriptor.needs);
  const on = (names: (string | undefined)[]) =>
    Object.fromEntries(names.filter((name) => name !== undefined).map((name) => [name, true]));
  const { identity, capabilities } = defaultSettings;
  return {
    capabilities: { ...capabilities, ...on(needs.map((need) => need?.capability)) },
    identity: { ...identity, flags: { ...identity.flags, ...on(needs.map((need) => need?.flag)) } },
  };
}
