import type { FastifyInstance } from "fastify";
import { resources } from "../../src/generated/all.gen.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/engine.ts";
import { defaultSettings } from "../../src/platform/settings.ts";
import { ACCOUNTS, accountOf } from "./accounts.ts";
import { Api } from "./api.ts";
import { logInAsOwner } from "./owner.ts";
import { openPrepared } from "./prepared.ts";

/** An administrator of one of the thirteen roles, logged in. */
export interface Member {
  readonly role: string;
  readonly id: number;
  readonly api: Api;
  /** Bound to the rows of the own reseller. */
  readonly isBound: boolean;
}

export interface AccessPlatform {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly members: readonly Member[];
  /** The superuser master, who makes what the others try to reach. */
  readonly owner: Api;
  /** Every route, as the application knows it. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  memberOf(role: string): Member;
  close(): Promise<void>;
}

/** The demonstration with one account of each role, all of one reseller, on a platform that has every feature. */
export async function openAccessPlatform(): Promise<AccessPlatform> {
  const database = await openPrepared("accounts");
  const routes: { method: string; url: string }[] = [];
  const app = await buildPlatform({
    database,
    settings: { logLevel: "silent", ...everyFeature() },
    extend: async (server) => {
      server.addHook("onRoute", ({ method, url }) => {
        for (const one of [method].flat()) routes.push({ method: one, url });
      });
    },
  });
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
    routes,
    memberOf,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** Another login of a role's account. */
export async function logInAs(app: FastifyInstance, role: string): Promise<Member> {
  const { login, password } = accountOf(role);
  const answer = await new Api(app).request("POST", "/login_jwt", { username: login, password });
  if (answer.status !== 200) throw new Error(`${login} can not log in: ${answer.text}`);
  const isBound = /^(reseller|ccare)(Master)?(ReadOnly)?$/.test(role);
  return { role, id: Number(answer.body?.id), api: new Api(app, String(answer.body?.jwt)), isBound };
}

/** Whatever a resource needs is there: roles are what these tests are about. */
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
