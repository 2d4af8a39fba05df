import { expect, it } from "vitest";
import { openAccessPlatform } from "../support/accessPlatform.ts";
import { ACCOUNTS } from "../support/accounts.ts";
import { descriptors, sampled } from "../support/chosen.ts";
import { fingerprint } from "../support/fingerprint.ts";

/** What lintercept may do with its own account; other accounts are unknown to it instead of refused. */
const OWN_ACCOUNT = ["DELETE /api/adminsessions/:id", "DELETE /api/adminsessions/", "DELETE /api/otpsecret/"];
/** Requests that every role may send: its own login, password, one-time code and certificate, and harmless POSTs. */
const EXEMPT =
  /^POST (\/login_jwt|\/api\/applyrewrites\/|\/api\/authtokens\/|\/api\/callroutingverify|\/api\/(password(reset|recovery|change)|otpsecret|admincerts)\/|\/api\/pbxdeviceconfigs\/preview|\/api\/\w+\/:id\/reveal|\/administrator\/:id\/api_key)$/;

/** Resources that are like others. */
const alike = new Set(descriptors.filter((one) => !sampled.includes(one)).map(({ name }) => name));

const platform = await openAccessPlatform();

it.each(Object.keys(ACCOUNTS).filter((role) => role.endsWith("ReadOnly") || role === "lintercept"))(
  "%s cannot write at any route, except for interceptions by lintercept",
  async (role) => {
    const { api, id: ownId, sessionId } = platform.memberOf(role);
    // Its account and its session are its own to change; which session it has is left to the order of the logins.
    const others = [1, 2, 3, 4].filter((id) => id !== ownId && id !== sessionId).slice(0, 2);
    const before = await fingerprint(platform.database.kysely);
    const isTheirs = (url: string) => role === "lintercept" && /^\/api\/(?:interceptions|bulkjobs)\//.test(url);
    const writes = platform.routes.filter(
      ({ method, url }) =>
        /POST|PUT|PATCH|DELETE/.test(method) &&
        !EXEMPT.test(`${method} ${url}`) &&
        !isTheirs(url) &&
        !alike.has(url.split("/")[2] ?? ""),
    );
    expect(writes.length).toBeGreaterThan(50);
    const accepted: string[] = [];
    for (const { method, url } of writes) {
      const known = OWN_ACCOUNT.includes(`${method} ${url}`) && role === "lintercept";
      for (const id of [...others, 2_000_000_000]) {
        const path = url.includes(":") ? url.replaceAll(/:\w+/g, String(id)) : `${url}?admin_id=${id}`;
        const answer = await api.request(method as "POST", path, method === "PATCH" ? [] : {});
        // 405: the route supports no writes.
        const isRefused = answer.status === 403 || answer.status === 405 || (known && answer.status === 404);
        if (!isRefused) accepted.push(`${method} ${path}: ${answer.status} ${answer.text}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(await fingerprint(platform.database.kysely)).toEqual(before);
  },
);
