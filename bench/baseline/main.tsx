import simpleRestProvider from "ra-data-simple-rest";
import {
  Admin,
  type DataProvider,
  EditGuesser,
  type GetListParams,
  ListGuesser,
  type RaRecord,
  Resource,
} from "react-admin";
import { createRoot } from "react-dom/client";

const simple = simpleRestProvider("/api");
const token = new URLSearchParams(window.location.search).get("token");

async function read<T>(path: string): Promise<T> {
  const response = await fetch(`/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

interface Collection<RecordType> {
  readonly total_count: number;
  readonly _embedded: Readonly<Record<string, RecordType[]>>;
}

/** Used with a token: a minimal data provider for the platform. */
const platformProvider: DataProvider = {
  ...simple,
  getList: async <RecordType extends RaRecord>(
    resource: string,
    { pagination = { page: 1, perPage: 10 } }: GetListParams,
  ) => {
    const path = `${resource}/?page=${pagination.page}&rows=${pagination.perPage}`;
    const { _embedded, total_count } = await read<Collection<RecordType>>(path);
    return { data: _embedded[`ngcp:${resource}`] ?? [], total: total_count };
  },
  getOne: async (resource, { id }) => ({ data: await read(`${resource}/${id}`) }),
  getMany: async (resource, { ids }) => ({
    data: await Promise.all(ids.map((id) => read<never>(`${resource}/${id}`))),
  }),
};

/** A minimal react-admin application that only uses guessers. */
createRoot(document.getElementById("root") as HTMLElement).render(
  <Admin dataProvider={token ? platformProvider : simple}>
    <Resource name="domains" list={ListGuesser} edit={EditGuesser} />
    {token && <Resource name="customers" list={ListGuesser} edit={EditGuesser} />}
  </Admin>,
);
