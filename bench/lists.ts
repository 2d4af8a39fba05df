import { CompiledQuery } from "kysely";
import { type Caller, can } from "../src/core/access.ts";
import type { ResourceDescriptor } from "../src/core/descriptor.ts";
import type { ResourceModule } from "../src/core/resourceModule.ts";
import { resources } from "../src/generated/all.gen.ts";
import { buildDataProvider, type PanelDataProvider } from "../src/panel/providers/dataProvider.ts";
import { isOffered, rememberExtensions } from "../src/panel/providers/extensions.ts";
import type { HttpAnswer, HttpRequest } from "../src/panel/providers/http.ts";
import type { PanelRecord } from "../src/panel/providers/rest.ts";
import { listMeta } from "../src/panel/views/list/listMeta.ts";
import { buildPlatform } from "../src/platform/app.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { seedScale } from "../src/platform/seed/scale.ts";
import { Api } from "../tests/support/api.ts";
import { fillLists } from "./listFilling.ts";
import { canSend, type ListRequest, requestsOf } from "./listRequests.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";
import { createDatabase, ratioOf, withTwoSizes } from "./twoSizes.ts";

/** Subscribers in the two databases; override with LISTS="10000,100000". */
const SIZES = (process.env.LISTS ?? "10000,1000000").split(",").map(Number);
const ROUNDS = 5;
/** Slow requests are repeated up to this many rounds, unless they are clearly slow. */
const RECHECK = { rounds: 15, longMs: 300 };
const PAGE_SIZE = 25;
const BOUND = 3;

const administrator: Caller = { role: "superuserMaster", adminId: 1, admin: { call_data: true, billing_data: true } };

/** A platform with this many subscribers, behind the panel's data provider. */
interface Setup {
  readonly size: number;
  readonly provider: PanelDataProvider;
  close(): Promise<void>;
}

/** Medians in milliseconds. */
interface Timing {
  readonly name: string;
  readonly small: number;
  readonly large: number;
}

/** For each list, the request that scales worst with a hundred times as many subscribers. */
export async function benchLists(): Promise<Figure[]> {
  return withTwoSizes(SIZES, openSetup, async (small, large) => {
    const figures: Figure[] = [];
    for (const { descriptor } of Object.values(resources).filter(isShown)) {
      figures.push(await benchList(descriptor, small, large));
    }
    return figures;
  });
}

/** Leaves out settings and what only tabs of owners list, which have no list of their own, and interceptions, which this administrator cannot see. */
function isShown({ descriptor }: ResourceModule): boolean {
  const { operations, settingsOf, owners } = descriptor;
  return operations.includes("list") && settingsOf === undefined && !owners && can(administrator, descriptor, "lookup");
}

async function openSetup(serverUrl: string, size: number): Promise<Setup> {
  const started = performance.now();
  const database = await createDatabase(serverUrl, `lists${size}`);
  await prepareDatabase(database.kysely);
  await fillLists(database.kysely, await seedScale(database, size));
  // Otherwise autovacuum would do this a minute later.
  await database.kysely.executeQuery(CompiledQuery.raw("vacuum analyze"));
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  rememberExtensions((await api.request("GET", "/api/platforminfo")).body ?? {});
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { status, body, text } = await api.request("GET", toUrl(request));
    if (status !== 200) throw new Error(`${toUrl(request)}: ${text}`);
    return { status, headers: new Headers(), body };
  };
  console.error(`${size} subscribers created in ${Math.round((performance.now() - started) / 1000)} s`);
  return {
    size,
    provider: buildDataProvider({ send, describe, isOffered }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

function toUrl({ path, query = {} }: HttpRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function describe(resource: string): Promise<ResourceDescriptor> {
  const found = resources[resource];
  if (!found) throw new Error(`no resource ${resource}`);
  return found.descriptor;
}

/** Filter values come from the oldest record, whose values are rare, and from the newest. */
const SAMPLES = { oldest: "ASC", newest: "DESC" } as const;

async function benchList(descriptor: ResourceDescriptor, small: Setup, large: Setup): Promise<Figure> {
  const timings: Timing[] = [];
  for (const [which, order] of Object.entries(SAMPLES)) {
    const records = { small: await sample(descriptor, small, order), large: await sample(descriptor, large, order) };
    for (const listRequest of requestsOf(descriptor)) {
      if (!canSend(listRequest, records.small) || !canSend(listRequest, records.large)) continue;
      if (listRequest.source === undefined && which !== "newest") continue;
      const send = (setup: Setup, record: PanelRecord) => timed(descriptor, setup, listRequest, record);
      const name = listRequest.source === undefined ? listRequest.name : `${listRequest.name} (${which})`;
      const medians = await compare(
        () => send(small, records.small),
        () => send(large, records.large),
      );
      timings.push({ name, ...medians });
    }
  }
  return toFigure(descriptor, timings);
}

/** Takes turns, so that other load on the machine affects both. */
async function compare(sendSmall: () => Promise<number>, sendLarge: () => Promise<number>) {
  const times = { small: [] as number[], large: [] as number[] };
  const medians = () => ({ small: median(times.small), large: median(times.large) });
  await sendSmall();
  await sendLarge();
  for (let round = 0; round < ROUNDS || (round < RECHECK.rounds && ratioOf(medians()) > BOUND); round++) {
    times.small.push(await sendSmall());
    times.large.push(await sendLarge());
    if (round > 0 && median(times.large) > RECHECK.longMs) break;
  }
  return medians();
}

function toFigure({ name }: ResourceDescriptor, timings: readonly Timing[]): Figure {
  const [worst] = [...timings].sort((one, other) => ratioOf(other) - ratioOf(one) || other.large - one.large);
  if (!worst) throw new Error(`${name}: no requests`);
  for (const timing of timings.filter((one) => process.env.LISTS_ALL || ratioOf(one) > BOUND)) {
    console.error(`  ${name}, ${timing.name}: ${milliseconds(timing.small)} -> ${milliseconds(timing.large)}`);
  }
  return {
    name: `${name}: ${worst.name} (worst of ${timings.length})`,
    ours: milliseconds(worst.large),
    baseline: milliseconds(worst.small),
    value: ratioOf(worst),
    bound: { atMost: BOUND },
  };
}

/** A record to take filter values from. */
async function sample(
  descriptor: ResourceDescriptor,
  { provider }: Setup,
  order: "ASC" | "DESC",
): Promise<PanelRecord> {
  const expanded = descriptor.filters.map(({ source }) => source.split(".").slice(0, -1).join("."));
  const { data } = await provider.getList<PanelRecord>(descriptor.name, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: "id", order },
    filter: {},
    meta: { expand: [...new Set([...expanded.filter((path) => path !== ""), ...descriptor.list.expand])] },
  });
  return data[0] ?? { id: 0 };
}

/** Milliseconds until the data provider resolves. */
async function timed(
  { name }: ResourceDescriptor,
  { provider }: Setup,
  listRequest: ListRequest,
  record: PanelRecord,
): Promise<number> {
  const started = performance.now();
  await provider.getList(name, {
    pagination: { page: 1, perPage: PAGE_SIZE },
    ...listRequest.params(record),
    meta: listMeta,
  });
  return performance.now() - started;
}
