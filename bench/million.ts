import type { ResourceDescriptor, WireRecord } from "../src/core/schema/descriptor.ts";
import { valueAtPath } from "../src/core/schema/valueAt.ts";
import { resources } from "../src/generated/all.gen.ts";
import { storage } from "../src/generated/tables.gen.ts";
import { buildDataProvider, type PanelDataProvider } from "../src/panel/providers/dataProvider.ts";
import { hasExtension, storeExtensions } from "../src/panel/providers/extensions.ts";
import type { HttpRequest } from "../src/panel/providers/http.ts";
import type { ListParams, PanelRecord } from "../src/panel/providers/rest.ts";
import { buildPlatform } from "../src/platform/app.ts";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/demonstration.ts";
import { seedScale } from "../src/platform/seed/scale.ts";
import { Api } from "../tests/support/api.ts";
import { type After, durationRatio, measureMs, median, scenario } from "./scenario.ts";
import { createDatabase, LOGIN, startDatabase, vacuum } from "./support.ts";

const ROUNDS = 5;
/** Tables with a row or more for each subscriber of the seed, or for each twentieth. */
const LARGE = ["subscribers", "numbers", "customers", "contacts"];

/** Texts that people type: parts of numbers in all notations, of names and addresses, frequent ones, and some without a match. */
const TEXTS = [
  ...["46011", "0113", "7946 0113", "+999 1 000", "00999", "99910000", "47110", "500000", "000", "00000", "123456789"],
  ...["line", "line4711", "e4711", "4711", "company", "company-4711", "Company 47", "S-4711", "bäckerei", "backerei"],
  ...["scale", "line47@scale", "198.51.100.7", "00:50:c2", "a1b2c3", "a", "47", "no such thing", "zzz", "xyz123"],
];

interface Size {
  readonly api: Api;
  readonly provider: PanelDataProvider;
}

type Params = Pick<ListParams, "sort" | "filter">;

/** Everything that the large lists offer, and searches over everything, with a hundred times as many subscribers. */
export const million = scenario({
  name: "million",
  rows: 1_000_000,
  setup: async (after, rows) => {
    const url = await startDatabase(after);
    return { small: await openSize(after, url, Math.ceil(rows / 100)), large: await openSize(after, url, rows) };
  },
  run: async ({ small, large }) => {
    let worst = { ratio: 0, name: "" };
    for (const { descriptor } of Object.values(resources).filter(isLarge)) {
      for (const order of ["ASC", "DESC"] as const) {
        const [few, many] = [await sample(descriptor, small, order), await sample(descriptor, large, order)];
        const theirs = requestsOf(descriptor, many);
        for (const [name, params] of requestsOf(descriptor, few)) {
          const other = theirs.get(name);
          if (!other) continue;
          const ratio = await durationRatio(list(small, descriptor, params), list(large, descriptor, other));
          if (ratio > worst.ratio) worst = { ratio, name: `${descriptor.name}: ${name}, of the ${order} record` };
        }
      }
    }
    console.error(`worst: ${worst.name}`);
    const last = await lastPage(large);
    const pages = await durationRatio(
      list(large, last.descriptor, last.first),
      list(large, last.descriptor, last.last),
    );
    const searches: number[] = [];
    for (const text of TEXTS)
      searches.push(await medianOf(() => get(large.api, `search/?${new URLSearchParams({ q: text, rows: "5" })}`)));
    const slowest = Math.max(...searches);
    console.error(`slowest search: ${TEXTS[searches.indexOf(slowest)]}`);
    return {
      "worst list request, against a hundredth": worst.ratio,
      "last page of subscribers, against the first": pages,
      [`slowest of ${TEXTS.length} searches`]: slowest,
    };
  },
  unit: "times",
  bound: {
    "worst list request, against a hundredth": { atMost: 3 },
    "last page of subscribers, against the first": { atMost: 3 },
    [`slowest of ${TEXTS.length} searches`]: { atMost: 100, unit: "ms" },
  },
});

async function openSize(after: After, url: string, size: number): Promise<Size> {
  const database = await createDatabase(after, url, `size${size}`);
  await seedScale(database, size);
  await vacuum(database);
  const app = await buildPlatform({ database, settings: { logLevel: "silent" } });
  after(() => app.close());
  const api = await Api.login(app, LOGIN, DEMONSTRATION_PASSWORD);
  storeExtensions((await api.request("GET", "/api/platforminfo")).body ?? {});
  const send = async ({ path, query = {} }: HttpRequest) => {
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
    const url = `${path}?${new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))}`;
    const { status, body, text } = await api.request("GET", url);
    if (status !== 200) throw new Error(`${url}: ${text}`);
    return { status, headers: new Headers(), body };
  };
  const describe = async (name: string) => resources[name]?.descriptor as ResourceDescriptor;
  console.error(`${size} subscribers are there`);
  return { api, provider: buildDataProvider({ send, describe, isOffered: hasExtension }) };
}

/** Settings and what only tabs of owners list have no list of their own. */
function isLarge({ descriptor }: { readonly descriptor: ResourceDescriptor }): boolean {
  const { name, operations, settingsOf, ownerFilters } = descriptor;
  const isList = operations.includes("list") && settingsOf === undefined && !ownerFilters;
  return isList && LARGE.includes(storage[name]?.name ?? "");
}

/** The first page, each column in both directions, and each filter with the record's value and with what matches nothing. */
function requestsOf(
  { list: { sort, columns, filters, filterDefaultValues, searchFilter }, filters: all }: ResourceDescriptor,
  record: WireRecord,
) {
  const filter = filterDefaultValues ?? {};
  const requests = new Map<string, Params>([["first page", { sort, filter }]]);
  for (const { source } of columns.filter(({ sortable }) => sortable))
    for (const order of ["ASC", "DESC"] as const)
      requests.set(`${source} ${order}`, { sort: { field: source, order }, filter });
  for (const { name, source, match, kind } of [...filters, ...all.filter((filter) => filter.name === searchFilter)]) {
    const value = toSearchText(valueAtPath(record, source));
    const part = Math.floor(value.length / 3);
    const parts = {
      contains: value.slice(part, part + 4),
      "ends with": value.slice(-5),
      "no match": value && "qzxwvk",
    };
    const values = kind === "boolean" ? { no: "0", yes: "1" } : match === "wildcard" ? parts : { equals: value };
    for (const [what, text] of Object.entries(values))
      if (text !== "") requests.set(`${name} ${what}`, { sort, filter: { ...filter, [name]: text } });
  }
  return requests;
}

/** Phone numbers are searched by their digits. */
function toSearchText(value: unknown): string {
  if (Array.isArray(value)) return toSearchText(value[0]);
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return ["cc", "ac", "sn"].map((part) => String((value as Record<string, unknown>)[part] ?? "")).join("");
}

/** The oldest or newest record, to take filter values from. */
async function sample({ name, filters, list }: ResourceDescriptor, { provider }: Size, order: "ASC" | "DESC") {
  const paths = filters.map(({ source }) => source.split(".").slice(0, -1).join("."));
  const { data } = await provider.getList<PanelRecord>(name, {
    ...{ pagination: { page: 1, perPage: 1 }, sort: { field: "id", order }, filter: {} },
    meta: { expand: [...new Set([...paths.filter((path) => path !== ""), ...list.expand])] },
  });
  return data[0] ?? { id: 0 };
}

/** Milliseconds until the data provider has a page of 25. */
function list({ provider }: Size, { name }: ResourceDescriptor, params: Params & { readonly page?: number }) {
  const { page = 1, ...rest } = params;
  return () =>
    measureMs(() => provider.getList(name, { pagination: { page, perPage: 25 }, ...rest, meta: { quickCount: true } }));
}

async function lastPage({ api }: Size) {
  const descriptor = resources.subscribers?.descriptor as ResourceDescriptor;
  const { body } = await api.list("subscribers", { rows: 1 });
  const first = { sort: { field: "id", order: "ASC" as const }, filter: {} };
  return { descriptor, first, last: { ...first, page: Math.ceil(Number(body?.total_count) / 25) } };
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) times.push(await measureMs(work));
  return median(times.slice(1));
}

async function get(api: Api, path: string): Promise<void> {
  const { status, text } = await api.request("GET", `/api/${path}`);
  if (status !== 200) throw new Error(`${path}: ${text}`);
}
