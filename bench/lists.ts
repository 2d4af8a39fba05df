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
import { openDatabase } from "../src/platform/db/engine.ts";
import { prepareDatabase } from "../src/platform/prepareDatabase.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { seedScale } from "../src/platform/seed/scale.ts";
import { Api } from "../tests/support/api.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { fillLists } from "./listFilling.ts";
import { canAsk, type ListQuestion, questionsOf } from "./listRequests.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median, milliseconds } from "./report.ts";

/** Subscribers of the two databases; others for trying things out: LISTS="10000,100000". */
const SIZES = (process.env.LISTS ?? "10000,1000000").split(",").map(Number);
const ROUNDS = 5;
/** What looks slow is asked again so often: on a busy machine five times are few. What takes long is plain at once. */
const DOUBT = { rounds: 15, longMs: 300 };
/**
 * Below this an answer is as good as immediate, and what there is of it is the request itself, the state of the caches
 * and whatever else the machine does: 0.9 ms against 0.2 would be a ratio that says nothing of the list. Shorter times
 * count as this long.
 */
const IMMEDIATE = 5;
const PAGE = 25;
const BOUND = 3;

const administrator: Caller = { role: "superuserMaster", adminId: 1, admin: { call_data: true, billing_data: true } };

/** A platform with so many subscribers, asked as the panel asks. */
interface Side {
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

/** Per list the question that suffers most from a hundred times as many subscribers. */
export async function benchLists(): Promise<Figure[]> {
  const postgres = await startPostgres();
  const sides: Side[] = [];
  try {
    for (const size of SIZES) sides.push(await openSide(postgres.url, size));
    const [small, large] = sides;
    if (!small || !large) throw new Error("two sizes are compared");
    const figures: Figure[] = [];
    for (const { descriptor } of Object.values(resources).filter(isShown)) {
      figures.push(await benchList(descriptor, small, large));
    }
    return figures;
  } finally {
    for (const side of sides) await side.close();
    await postgres.stop();
  }
}

/** Settings are seen one at a time, with their owner; interceptions by nobody but those who are there for them. */
function isShown({ descriptor }: ResourceModule): boolean {
  const { operations, settingsOf } = descriptor;
  return operations.includes("list") && settingsOf === undefined && can(administrator, descriptor, "lookup");
}

async function openSide(serverUrl: string, size: number): Promise<Side> {
  const started = performance.now();
  const name = `lists${size}`;
  const server = await openDatabase({ databaseUrl: serverUrl });
  await server.kysely.executeQuery(CompiledQuery.raw(`create database ${name}`));
  // For the indexes over millions of rows; it is nothing that a question would use.
  await server.kysely.executeQuery(CompiledQuery.raw(`alter database ${name} set maintenance_work_mem = '1GB'`));
  await server.close();
  const database = await openDatabase({ databaseUrl: serverUrl.replace(/postgres$/, name) });
  await prepareDatabase(database.kysely);
  await fillLists(database.kysely, await seedScale(database, size));
  // A server does so by itself, a minute later.
  await database.kysely.executeQuery(CompiledQuery.raw("vacuum analyze"));
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  rememberExtensions((await api.request("GET", "/api/platforminfo")).body ?? {});
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { status, body, text } = await api.request("GET", toAddress(request));
    if (status !== 200) throw new Error(`${toAddress(request)}: ${text}`);
    return { status, headers: new Headers(), body };
  };
  console.error(`${size} subscribers filled in ${Math.round((performance.now() - started) / 1000)} s`);
  return {
    size,
    provider: buildDataProvider({ send, describe, isOffered }),
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

function toAddress({ path, query = {} }: HttpRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function describe(resource: string): Promise<ResourceDescriptor> {
  const found = resources[resource];
  if (!found) throw new Error(`no resource ${resource}`);
  return found.descriptor;
}

/** Every question about what occurs is asked of the oldest record, of which there are few alike, and of the newest. */
const SAMPLES = { oldest: "ASC", newest: "DESC" } as const;

async function benchList(descriptor: ResourceDescriptor, small: Side, large: Side): Promise<Figure> {
  const timings: Timing[] = [];
  for (const [which, order] of Object.entries(SAMPLES)) {
    const records = { small: await sample(descriptor, small, order), large: await sample(descriptor, large, order) };
    for (const question of questionsOf(descriptor)) {
      if (!canAsk(question, records.small) || !canAsk(question, records.large)) continue;
      if (question.source === undefined && which !== "newest") continue;
      const ask = (side: Side, record: PanelRecord) => timed(descriptor, side, question, record);
      const name = question.source === undefined ? question.name : `${question.name} (${which})`;
      const medians = await compare(
        () => ask(small, records.small),
        () => ask(large, records.large),
      );
      timings.push({ name, ...medians });
    }
  }
  return toFigure(descriptor, timings);
}

/** Both in turn, so that what else the machine does meets both. */
async function compare(askSmall: () => Promise<number>, askLarge: () => Promise<number>) {
  const times = { small: [] as number[], large: [] as number[] };
  const medians = () => ({ small: median(times.small), large: median(times.large) });
  await askSmall();
  await askLarge();
  for (let round = 0; round < ROUNDS || (round < DOUBT.rounds && ratioOf(medians()) > BOUND); round++) {
    times.small.push(await askSmall());
    times.large.push(await askLarge());
    if (round > 0 && median(times.large) > DOUBT.longMs) break;
  }
  return medians();
}

function toFigure({ name }: ResourceDescriptor, timings: readonly Timing[]): Figure {
  const [worst] = [...timings].sort((one, other) => ratioOf(other) - ratioOf(one) || other.large - one.large);
  if (!worst) throw new Error(`${name}: nothing was asked`);
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

function ratioOf({ small, large }: Omit<Timing, "name">): number {
  return Math.max(large, IMMEDIATE) / Math.max(small, IMMEDIATE);
}

/** A record with values that occur. */
async function sample(descriptor: ResourceDescriptor, { provider }: Side, order: "ASC" | "DESC"): Promise<PanelRecord> {
  const behind = descriptor.filters.map(({ source }) => source.split(".").slice(0, -1).join("."));
  const { data } = await provider.getList<PanelRecord>(descriptor.name, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: "id", order },
    filter: {},
    meta: { expand: [...new Set([...behind.filter((path) => path !== ""), ...descriptor.list.expand])] },
  });
  return data[0] ?? { id: 0 };
}

/** Milliseconds until the panel has a page. */
async function timed(
  { name }: ResourceDescriptor,
  { provider }: Side,
  question: ListQuestion,
  record: PanelRecord,
): Promise<number> {
  const started = performance.now();
  await provider.getList(name, { pagination: { page: 1, perPage: PAGE }, ...question.params(record), meta: listMeta });
  return performance.now() - started;
}
