import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { FieldDescriptor, Json, ResourceDescriptor, WireRecord } from "../../src/core/schema/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";

export interface Answer {
  readonly status: number;
  readonly headers: LightMyRequestResponse["headers"];
  readonly text: string;
  /** The parsed body, if there is one. */
  readonly body: Record<string, Json> | undefined;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as is, for malformed bodies. */
  readonly raw?: string;
}

/** A platform that takes requests without a port. */
export type Injected = Pick<FastifyInstance, "inject">;

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

interface InjectedRequest {
  readonly method: Method;
  readonly url: string;
  readonly token?: string | undefined;
  readonly body?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a request as a program does; its body is JSON, unless a header says otherwise. */
export async function inject(
  app: Injected,
  { method, url, token, body, headers }: InjectedRequest,
): Promise<Answer & { readonly bytes: Buffer }> {
  const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
  const response = await app.inject({
    method,
    url,
    headers: {
      // API clients ask for records; some records can also be downloaded as files.
      accept: "application/hal+json, application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": type }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const isJson = /[/+]json/.test(String(response.headers["content-type"]));
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    bytes: response.rawPayload,
    body: isJson && response.payload ? JSON.parse(response.payload) : undefined,
  };
}

/** Sends requests to an in-process platform, as one administrator or without a login. */
export class Api {
  readonly #app: Injected;
  readonly #token: string | undefined;
  readonly #lent = new Map<string, Api>();
  /** Resource -> the owner that requests name; undefined unless they shall name one. */
  #owners: Map<string, string> | undefined;
  /** Called with every response and its URL. */
  onAnswer: ((answer: Answer, url: string) => void) | undefined;

  constructor(app: Injected, token?: string) {
    this.#app = app;
    this.#token = token;
  }

  static async login(app: Injected, username: string, password: string): Promise<Api> {
    const answer = await new Api(app).request("POST", "/login_jwt", { username, password });
    if (answer.status !== 200) throw new Error(`${username} cannot log in: ${answer.text}`);
    return new Api(app, String(answer.body?.jwt));
  }

  /** Uses another administrator for a resource that this one cannot see. */
  lend(resource: string, other: Api): void {
    this.#lent.set(resource, other);
  }

  /**
   * For tests of every resource: lists and records that are read as their owner sees them (`ownerFilters` of the descriptor) are
   * asked of the first owner that has some, unless a request names one.
   */
  namingOwners(): this {
    this.#owners ??= new Map();
    return this;
  }

  /** The same administrator, at another application on the same database. */
  at(app: Injected): Api {
    const there = new Api(app, this.#token);
    if (this.#owners) there.namingOwners();
    for (const [resource, other] of this.#lent) there.lend(resource, other.at(app));
    return there;
  }

  async request(method: Method, asked: string, payload?: unknown, options: RequestOptions = {}): Promise<Answer> {
    const url = method === "GET" && this.#owners ? await this.#withOwner(asked, this.#owners) : asked;
    const other = this.#lent.get(/^\/api\/([a-z]+)/.exec(url)?.[1] ?? "");
    if (other) {
      const answer = await other.request(method, url, payload, options);
      this.onAnswer?.(answer, url);
      return answer;
    }
    const body = options.raw ?? (payload === undefined ? undefined : JSON.stringify(payload));
    const answer = await inject(this.#app, { method, url, token: this.#token, body, headers: options.headers });
    this.onAnswer?.(answer, url);
    return answer;
  }

  async #withOwner(url: string, known: Map<string, string>): Promise<string> {
    const descriptor = resources[/^\/api\/([a-z]+)/.exec(url)?.[1] ?? ""]?.descriptor;
    const given = new URLSearchParams(url.split("?")[1]);
    if (!descriptor?.ownerFilters || descriptor.ownerFilters.some((name) => given.has(name))) return url;
    const owner = known.get(descriptor.name) ?? (await this.findOwner(descriptor));
    if (owner === undefined) return url;
    known.set(descriptor.name, owner);
    const kind = await this.#kindAt(url, descriptor, owner);
    return `${url}${url.includes("?") ? "&" : "?"}${owner}${kind}`;
  }

  /** The kind of the record at a URL without one, where ids of several resources meet. */
  async #kindAt(url: string, { name, discriminator }: ResourceDescriptor, owner: string): Promise<string> {
    const id = /^\/api\/[a-z]+\/(\d+)/.exec(url)?.[1];
    if (!discriminator || id === undefined || url.includes(`${discriminator.propertyName}=`)) return "";
    const [found] = embedded(await this.request("GET", `/api/${name}/?${owner}&id=${id}&rows=1`), name);
    return `&${discriminator.propertyName}=${found?.[discriminator.propertyName] ?? Object.keys(discriminator.mapping)[0]}`;
  }

  /**
   * Query that names the first owner with records of the resource, `customer_id=7`, out of those that `filter` matches: of
   * the kind of owners named last, which has the most.
   */
  async findOwner(
    { name, ownerFilters, fields }: ResourceDescriptor,
    filter: Readonly<Record<string, string | number>> = {},
  ): Promise<string | undefined> {
    const by = ownerFilters?.at(-1) ?? "";
    const resource = fields.find((field) => field.name === by)?.reference?.resource ?? "";
    for (const { id } of embedded(await this.list(resource, { rows: 100, ...filter }), resource)) {
      const { body } = await this.list(name, { [by]: Number(id), rows: 1 });
      if (Number(body?.total_count) > 0) return `${by}=${id}`;
    }
    return undefined;
  }

  list(resource: string, query: Readonly<Record<string, string | number>> = {}): Promise<Answer> {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    return this.request("GET", `/api/${resource}/?${search}`);
  }

  read(resource: string, id: number): Promise<Answer> {
    return this.request("GET", `/api/${resource}/${id}`);
  }

  /** Creates a record and returns its id from the Location header. */
  async create(resource: string, record: WireRecord): Promise<number> {
    const answer = await this.request("POST", `/api/${resource}/`, record);
    if (answer.status !== 201) throw new Error(`cannot create ${resource}: ${answer.text}\n${JSON.stringify(record)}`);
    return idFromLocation(answer);
  }

  /** Replaces a record with PUT. */
  async replace(resource: string, id: number, record: WireRecord): Promise<void> {
    const answer = await this.request("PUT", `/api/${resource}/${id}`, record);
    if (answer.status !== 204) throw new Error(`cannot set ${resource}: ${answer.text}\n${JSON.stringify(record)}`);
  }

  patch(resource: string, id: number, operations: unknown, options?: RequestOptions): Promise<Answer> {
    return this.request("PATCH", `/api/${resource}/${id}`, operations, options);
  }
}

/** Where each error is, with its key: `["/name rules.required"]`; behind the status, if that is another than 422. */
export function errorsOf({ status, body }: Pick<Answer, "status" | "body">): (number | string)[] {
  const errors = (body?.errors ?? []) as unknown as { pointer: string; key: string }[];
  return [...(status === 422 ? [] : [status]), ...errors.map(({ pointer, key }) => `${pointer} ${key}`)];
}

/** The id of a created record. */
export function createdId(answer: Pick<Answer, "status" | "headers" | "text">): number {
  if (answer.status !== 201) throw new Error(answer.text);
  return idFromLocation(answer);
}

export function idFromLocation(answer: Pick<Answer, "headers">): number {
  return Number(String(answer.headers.location).split("/").at(-1));
}

/** Embedded records of a list response. */
export function embedded(answer: Answer, resource: string): WireRecord[] {
  const embeddedRecords = answer.body?._embedded as Record<string, WireRecord[]> | undefined;
  return embeddedRecords?.[`ngcp:${resource}`] ?? [];
}

/** Whether ids of the resource are text. */
export function hasTextIds(fields: readonly FieldDescriptor[]): boolean {
  return fields.find(({ name }) => name === "id")?.kind !== "integer";
}

/** A record without `_links`. */
export function withoutLinks(record: WireRecord | undefined): WireRecord {
  const { _links, ...rest } = record ?? {};
  return rest;
}
