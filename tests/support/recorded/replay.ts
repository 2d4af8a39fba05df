import { createHash, randomBytes } from "node:crypto";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Json } from "../../../src/core/schema/descriptor.ts";
import { COMPARED_HEADERS, compareAnswers, type Fact, resourceOfPath } from "./compare.ts";
import type { RecordedAnswer, RecordedExchanges, RecordedPart, RecordedStep } from "./exchanges.ts";
import { normalizeText, normalizeValue, type RunNames } from "./normalize.ts";

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
}

const BOUNDARY = "----recorded7d91c2";
const LONGEST_TEXT = 4096;

/** The step needs what an earlier one failed to create. */
class Blocked extends Error {}

/** A run of the recorded requests against one server, with names of its own. */
export class Replay {
  readonly #names: RunNames & { readonly ids: Map<string, string> };
  readonly #kept = new Map<string, string>();
  readonly #logins: RecordedExchanges["logins"];
  readonly #authorizations = new Map<string, string | undefined>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(base: string, logins: RecordedExchanges["logins"]) {
    const letters = "bcdfghjkmnpqrstvwxz";
    const word = [...randomBytes(5)].map((byte) => letters[byte % letters.length]).join("");
    const num = String(100_000 + (randomBytes(4).readUInt32BE() % 900_000));
    this.#names = { base, run: `q${word}`, num, ids: new Map() };
    this.#logins = logins;
  }

  /** Sends the request and compares its answer; a single fact says that it could not be sent. */
  async play(step: RecordedStep): Promise<Fact[]> {
    try {
      const answer = await this.#execute(step);
      return step.answer ? compareAnswers(step, step.answer, this.#describeAnswer(step, answer)) : [];
    } catch (cause) {
      if (!(cause instanceof Blocked)) throw cause;
      return step.answer ? [{ isEqual: false, cause: `blocked: ${cause.message}` }] : [];
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #execute(step: RecordedStep): Promise<RawAnswer> {
    const headers = Object.fromEntries(
      Object.entries(step.headers ?? {}).map(([name, text]) => [name, this.#fillText(text)]),
    );
    const authorization = await this.#authorize(step.as);
    if (authorization) headers.Authorization = authorization;
    const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
    if (step.body !== undefined && !hasType)
      headers["Content-Type"] = step.method === "PATCH" ? "application/json-patch+json" : "application/json";
    if (step.multipart) headers["Content-Type"] = `multipart/form-data; boundary=${BOUNDARY}`;
    const answer = await this.#send(step.method, encodePath(this.#fillText(step.path)), headers, this.#toBody(step));
    if (answer.status < 300) this.#keep(step, answer);
    return answer;
  }

  #toBody({ body, text, multipart }: RecordedStep): string | Buffer | undefined {
    if (body !== undefined) return JSON.stringify(this.#fill(body));
    if (text !== undefined) return this.#fillText(text);
    return (
      multipart && Buffer.concat([...multipart.map((part) => this.#toPart(part)), Buffer.from(`--${BOUNDARY}--\r\n`)])
    );
  }

  #toPart({ name, filename, type, text = "", json, base64 }: RecordedPart): Buffer {
    const file = filename ? `; filename="${filename}"` : "";
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type ? `Content-Type: ${type}\r\n` : ""}\r\n`;
    const content = json === undefined ? this.#fillText(text) : JSON.stringify(this.#fill(json));
    return Buffer.concat([
      Buffer.from(head),
      base64 === undefined ? Buffer.from(content) : Buffer.from(base64, "base64"),
      Buffer.from("\r\n"),
    ]);
  }

  #send(method: string, path: string, headers: Record<string, string>, body?: string | Buffer): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.#names.base);
    const hasBody = body !== undefined || /^P/.test(method);
    const length = hasBody ? { "Content-Length": String(Buffer.byteLength(body ?? "")) } : {};
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method, path, headers: { ...headers, ...length }, agent: this.#agent },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, raw: Buffer.concat(chunks) }),
          );
          answer.on("error", reject);
        },
      );
      sent.on("error", (cause) => {
        const isStale = sent.reusedSocket && "code" in cause && cause.code === "ECONNRESET";
        if (isStale) this.#send(method, path, headers, body).then(resolve, reject);
        else reject(cause);
      });
      sent.end(body);
    });
  }

  async #authorize(as: string): Promise<string | undefined> {
    if (as === "none") return undefined;
    if (as.startsWith("basic:")) return `Basic ${Buffer.from(this.#fillText(as.slice(6))).toString("base64")}`;
    if (as.startsWith("bearer:")) return `Bearer ${this.#fillText(as.slice(7))}`;
    if (!this.#authorizations.has(as)) this.#authorizations.set(as, await this.#logIn(as));
    const authorization = this.#authorizations.get(as);
    if (!authorization) throw new Blocked(`no login of ${as}`);
    return authorization;
  }

  async #logIn(role: string): Promise<string | undefined> {
    const login = this.#logins[role];
    if (!login) return undefined;
    const [username, password] = [this.#fillText(login.username), this.#fillText(login.password)];
    const body = JSON.stringify({ username, password });
    const { raw } = await this.#send("POST", "/login_jwt", { "Content-Type": "application/json" }, body);
    const { jwt } = JSON.parse(raw.toString()) as { jwt?: string };
    if (jwt) return `Bearer ${jwt}`;
    return login.realm ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  }

  /** Keeps ids of the answer under the step's names. */
  #keep({ save, pick = {}, path }: RecordedStep, { headers, raw }: RawAnswer): void {
    const [, resource, id] = /\/api\/([a-z]+)\/([^/?]+)$/.exec(headers.location ?? "") ?? [];
    if (save && resource && id) this.#keepValue(save, decodeURIComponent(id), resource);
    for (const [name, place] of Object.entries(pick)) {
      const value = place.split("|").reduce((at: unknown, key) => Object(at)[key], JSON.parse(raw.toString()));
      if (typeof value === "string" || typeof value === "number")
        this.#keepValue(name, String(value), resourceOfPath(path));
    }
  }

  #keepValue(name: string, value: string, resource: string): void {
    this.#kept.set(name, value);
    this.#names.ids.set(`${resource}/${value}`, name);
  }

  #fill(value: Json): Json {
    if (typeof value === "string") {
      const name = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
      const filled = this.#fillText(value);
      return name && name !== "run" && name !== "num" && /^\d+$/.test(filled) ? Number(filled) : filled;
    }
    if (Array.isArray(value)) return value.map((item) => this.#fill(item));
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [this.#fillText(name), this.#fill(member ?? null)]),
    );
  }

  #fillText(text: string): string {
    return text.replace(/\{\{(?:s:)?(\w+)\}\}/g, (placeholder, name: string) => {
      const { run, num, base } = this.#names;
      const value = { run, num, base }[name] ?? this.#kept.get(name);
      if (value === undefined) throw new Blocked(`${placeholder.replace("s:", "")} was not created`);
      return value;
    });
  }

  /** An answer in the form of a recorded one. */
  #describeAnswer({ path }: RecordedStep, { status, headers, raw }: RawAnswer): RecordedAnswer {
    const described = { status, headers: this.#describeHeaders(headers) };
    if (raw.length === 0) return described;
    const type = headers["content-type"] ?? "";
    const text = raw.toString();
    if (/json/.test(type)) {
      const body = normalizeValue(this.#names, JSON.parse(text), resourceOfPath(path));
      return { ...described, body, ...describeFields(body) };
    }
    const title = /html/.test(type) && `{{html:${/<title>([^<]*)/i.exec(text)?.[1]?.trim() ?? ""}}}`;
    if (title) return { ...described, text: title };
    if (/^text|^application\/(?:xml|xhtml|x-yaml|csv)/.test(type))
      return { ...described, text: normalizeText(this.#names, text.slice(0, LONGEST_TEXT)) };
    return { ...described, sha256: createHash("sha256").update(raw).digest("hex") };
  }

  #describeHeaders(headers: IncomingHttpHeaders): RecordedAnswer["headers"] {
    const described = COMPARED_HEADERS.flatMap((name): [string, string | string[]][] => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = normalizeText(this.#names, [value].flat().join(", "));
      if (name === "link") return [[name, text.split(/,\s*(?=<)/).sort()]];
      return [[name, name === "allow" ? text.split(/,\s*/).sort().join(", ") : text]];
    });
    return Object.fromEntries(described);
  }
}

/** Fields that a refusal names, with the input that it quotes. */
function describeFields(body: Json): Pick<RecordedAnswer, "fields"> {
  const message = body !== null && typeof body === "object" && "message" in body ? body.message : undefined;
  if (typeof message !== "string" || !message.startsWith("Validation failed.")) return {};
  const named = [...message.matchAll(/field='([^']*)', input='(.*?)', errors='.*?'(?=; field=|$)/gs)];
  return named.length ? { fields: Object.fromEntries(named.map(([, field = "", input = ""]) => [field, input])) } : {};
}

const encodePath = (path: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what stays as it is.
  path.replace(/[ "<>^`{|}]|[^\x00-\x7f]/gu, encodeURIComponent);
