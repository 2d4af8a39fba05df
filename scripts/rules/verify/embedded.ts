import type { ResourceModule } from "../../../src/core/schema/resourceModule.ts";
import { buildPlatform } from "../../../src/platform/app.ts";
import { TEST_RESELLER } from "../../../tests/support/accounts.ts";
import type { Api } from "../../../tests/support/api.ts";
import { logInAsOwner } from "../../../tests/support/owner.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { World } from "../../../tests/support/world.ts";
import { type ApiTarget, collection, type Requests } from "./requests.ts";

export interface Embedded extends ApiTarget {
  /** Number of records in the collection, minus those created with a 201. */
  readonly unaccounted: (resource: string) => Promise<number>;
  /** Another platform on the same database, which runs with these modules. */
  readonly plant: (
    modules: Readonly<Record<string, ResourceModule>>,
  ) => Promise<ApiTarget & { close: () => Promise<void> }>;
  /** Also listens on a free port and returns the URL. */
  readonly listen: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens an in-memory platform with the demo data and one login for all cases. */
export async function openEmbedded(): Promise<Embedded> {
  const database = await openPrepared("accounts");
  const app = await buildPlatform({ database });
  const api = await logInAsOwner(app);
  const world = new World(api, TEST_RESELLER);
  const created = new Map<string, number>();
  api.onAnswer = ({ status }, url) => {
    if (status === 201) created.set(url, (created.get(url) ?? 0) + 1);
  };
  return {
    requests: requestsOf(api),
    unaccounted: async (resource) => {
      const count = Number((await api.list(resource, { rows: 1 })).body?.total_count);
      return count - (created.get(collection(resource)) ?? 0);
    },
    world,
    plant: async (resources) => {
      const planted = await buildPlatform({ database, settings: { logLevel: "silent" }, resources });
      return { requests: requestsOf(api.at(planted)), world, close: () => planted.close() };
    },
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** An administrator's requests as verify sends them. */
function requestsOf(api: Api): Requests {
  return {
    request: async (method, url, payload) => {
      const { headers, ...response } = await api.request(method, url, payload);
      return { ...response, location: headers.location, sent: { method, url, payload } };
    },
  };
}
