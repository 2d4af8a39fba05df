import type { Json } from "../../src/core/schema/descriptor.ts";
import type { Id } from "../../src/core/schema/ids.ts";
import type { ResourceName, Resources } from "../../src/generated/types/index.gen.ts";
import { noteSecrets, noteSecretsIn } from "./runLogs.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, if it is JSON. */
  readonly body: Record<string, Json> | undefined;
}

/** Sends requests to a running server as one administrator. */
export class HttpClient {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async login(url: string, username: string, password: string): Promise<HttpClient> {
    const answer = await new HttpClient(url, "").request("POST", "/login_jwt", { username, password });
    if (answer.status !== 200) throw new Error(`${username} cannot log in: ${answer.text}`);
    return new HttpClient(url, String(answer.body?.jwt));
  }

  get authorization(): string {
    return `Bearer ${this.#token}`;
  }

  async request(method: string, path: string, payload?: unknown): Promise<HttpAnswer> {
    const type = method === "PATCH" ? "application/json-patch+json" : "application/json";
    noteSecretsIn(payload);
    noteSecrets([this.#token]);
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: {
        accept: "application/hal+json, application/json",
        ...(this.#token === "" ? {} : { authorization: this.authorization }),
        ...(payload === undefined ? {} : { "content-type": type }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    const body = isJson ? (JSON.parse(text) as HttpAnswer["body"]) : undefined;
    return { status: response.status, headers: response.headers, text, body };
  }

  /** Creates a record and returns its id. */
  async create<R extends ResourceName>(resource: R, record: Resources[R]["create"]): Promise<Id<R>> {
    const answer = await this.request("POST", `/api/${resource}/`, record);
    if (answer.status !== 201) throw new Error(`cannot create ${resource}: ${answer.text}`);
    return Number(answer.headers.get("location")?.split("/").at(-1));
  }

  /** Replaces a record with PUT. */
  async replace<R extends ResourceName>(resource: R, id: Id<R>, record: Resources[R]["update"]): Promise<void> {
    const answer = await this.request("PUT", `/api/${resource}/${id}`, record);
    if (answer.status !== 204) throw new Error(`cannot set ${resource}: ${answer.text}`);
  }

  /** All records of a list. */
  async all<R extends ResourceName>(resource: R, query = ""): Promise<Resources[R]["record"][]> {
    const answer = await this.request("GET", `/api/${resource}/?rows=10000&${query}`);
    if (answer.status !== 200) throw new Error(`cannot list ${resource}: ${answer.text}`);
    const lists = answer.body?._embedded as Record<string, Resources[R]["record"][]> | undefined;
    return lists?.[`ngcp:${resource}`] ?? [];
  }
}
