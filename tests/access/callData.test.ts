import { sql } from "kysely";
import { expect, it } from "vitest";
import { logInAs, type Member, openAccessPlatform } from "../support/accessPlatform.ts";
import { isAll } from "../support/tiers.ts";

/** Reported by the called subscriber: the platform shows them to whoever may see reports. */
const REPORTS = /maliciouscall/;

const platform = await openAccessPlatform();
const query = sql<{ call_id: string }>`select call_id from calls`;
const callIds = new Set((await query.execute(platform.database.kysely)).rows.map(({ call_id }) => call_id));
expect(callIds.size).toBeGreaterThan(1000);

/** Every address that answers to GET: lists also as a file, records by id and by Call-ID. */
function addresses(): { readonly url: string; readonly accept: string }[] {
  const [callId = ""] = callIds;
  const read = platform.routes.filter(
    ({ method, url }) => method === "GET" && !/\*|logout/.test(url) && !REPORTS.test(url),
  );
  return [
    ...read.flatMap(({ url }) => {
      if (url.includes(":"))
        return ["1", callId].map((id) => ({ url: url.replaceAll(/:\w+/g, id), accept: "application/json" }));
      const isList = url.startsWith("/api/") && url.endsWith("/");
      const rows = isList ? "?rows=100&subscriber_id=1" : "";
      return ["application/json", ...(isList ? ["text/csv"] : [])].map((accept) => ({ url: `${url}${rows}`, accept }));
    }),
    { url: `/api/search/?q=${callId}`, accept: "application/json" },
  ];
}

/** The addresses where this member is told of a call. */
async function tellingOf({ api }: Member): Promise<string[]> {
  const telling: string[] = [];
  for (const { url, accept } of addresses()) {
    const { text } = await api.request("GET", url, undefined, { headers: { accept } });
    const [callId = ""] = callIds;
    if (text.split(/["',;\s<>]+/).some((word) => callIds.has(word) && word !== callId))
      telling.push(`${url} ${accept}`);
  }
  return telling;
}

it.each(isAll ? ["superuserMaster", "resellerMaster"] : ["resellerMaster"])(
  "%s is told of calls nowhere without the right to see them",
  async (role) => {
    const { id } = platform.memberOf(role);
    expect((await tellingOf(platform.memberOf(role))).length).toBeGreaterThan(5);
    const admins = platform.database.kysely.updateTable("admins").where("id", "=", id);
    await admins.set({ call_data: false }).execute();
    expect(await tellingOf(await logInAs(platform.app, role))).toEqual([]);
  },
);
