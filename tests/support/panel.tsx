import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRoot } from "react-dom/client";
import { afterAll, afterEach, vi } from "vitest";
import { answersPath } from "../../src/core/api/dashboardResponse.ts";
import { mountApp } from "../../src/panel/app/App.tsx";
import { currentSession, startSession } from "../../src/panel/providers/session.ts";
import { loadStartupData } from "../../src/panel/providers/startupData.ts";
import { buildPlatform, type PlatformParts } from "../../src/platform/app.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { registerProgress, registerService } from "../../src/platform/features/userItems/routes.ts";
import { loadAdmin, toActor } from "../../src/platform/records/actor.ts";
import type { PlatformContext } from "../../src/platform/records/context.ts";
import { inSlices } from "../../src/platform/records/unitOfWork/store.ts";
import { accountOf } from "./accounts.ts";
import { MisbehavingProxy } from "./misbehavingProxy.ts";
import { openPrepared } from "./prepared.ts";

// jsdom has its own Uint8Array, which Node's buffers are not instances of; the platform needs those for signing.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor;

/** The notice of a stored change. The summary of a failed save ends alike: "Could not be saved". */
export const savedNotice = /^(?!Could not).* saved$/;

/** A request of the panel as the platform receives it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** The original, unless a test replaces it. */
const realFetch = globalThis.fetch;

const findWithin = Element.prototype.querySelector;

/** The real panel on the real platform in one process, connected by a `fetch` without a socket. */
export class TestPanel {
  readonly requests: SeenRequest[] = [];
  /** Replaces responses while set, for failures that a healthy platform does not have. */
  intercept: ((request: SeenRequest) => Response | Promise<Response> | undefined) | undefined;
  /** Set by startBehindProxy, to simulate network failures. */
  readonly proxy: MisbehavingProxy | undefined;
  readonly #app: FastifyInstance;
  readonly #database: Database;
  #inTransaction: PlatformContext["inTransaction"] | undefined;
  #held: { readonly matches: (url: string) => boolean; readonly until: Promise<void> } | undefined;
  #endChange: (() => Promise<void>) | undefined;
  #unmount = () => {};

  private constructor(app: FastifyInstance, database: Database, proxy?: MisbehavingProxy) {
    this.#app = app;
    this.proxy = proxy;
    this.#database = database;
  }

  /**
   * Starts a platform with demo data and one account per role, optionally with the panel service, which may know an address
   * of SIP over WebSocket.
   */
  static async start({
    hasService = false,
    sipWebsocket,
    settings,
  }: {
    hasService?: boolean;
    sipWebsocket?: string;
    settings?: PlatformParts["settings"];
  } = {}): Promise<TestPanel> {
    const database = await openPrepared("accounts");
    let inTransaction: PlatformContext["inTransaction"] | undefined;
    const extend: PlatformParts["extend"] = async (app, { actorOf, progressOf, ...context }) => {
      inTransaction = context.inTransaction;
      const ownerOf = async (request: FastifyRequest) => String((await actorOf(request)).adminId);
      if (!hasService) return;
      registerProgress(app, async (request) => progressOf(await actorOf(request)));
      const parts = { hasLegacyPanel: false, hasRealPlatform: false, sipWebsocket };
      registerService(app, { db: database.kysely, ...parts, ownerOf });
    };
    const panel = new TestPanel(await buildPlatform({ database, extend, settings }), database);
    panel.#inTransaction = inTransaction;
    return panel;
  }

  /** The same over real sockets, behind a server that can misbehave. */
  static async startBehindProxy(): Promise<TestPanel & { readonly proxy: MisbehavingProxy }> {
    const database = await openPrepared("accounts");
    const app = await buildPlatform({ database });
    const proxy = await MisbehavingProxy.start(await app.listen({ port: 0, host: "127.0.0.1" }));
    return new TestPanel(app, database, proxy) as TestPanel & { readonly proxy: MisbehavingProxy };
  }

  /** Logs in with this role in a new session and opens an address. */
  async open(address: string, role = "superuserMaster"): Promise<UserEvent> {
    localStorage.clear();
    vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => this.#fetch(url, init));
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    vi.stubGlobal("scrollTo", () => {});
    speedUpDocument();
    const { login, password } = accountOf(role);
    const answer = await this.#app.inject({
      method: "POST",
      url: "/login_jwt",
      payload: { username: login, password },
    });
    if (!startSession(String(answer.json().jwt))) throw new Error(`${login} cannot log in: ${answer.body}`);
    const facts = await loadStartupData(currentSession()?.adminId ?? 0);
    this.requests.length = 0;
    window.location.hash = `#${address}`;
    const root = createRoot(document.body.appendChild(document.createElement("div")));
    const dispose = mountApp(root, facts);
    this.#unmount = () => {
      root.unmount();
      dispose();
    };
    return userEvent.setup();
  }

  /** Follows a link such as `#/customer`; jsdom does not notify the router. */
  go(address: string): void {
    window.location.hash = `#${address}`;
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }

  /** Requests with write methods, in order: `PATCH /api/customers/3`. */
  written(): string[] {
    return this.requests.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);
  }

  /** Reads from the platform directly, as the logged-in user. */
  async read(url: string): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${currentSession()?.token}` };
    return (await this.#app.inject({ url, headers })).json();
  }

  /** Changes a field on the platform directly, as the logged-in user. */
  async change(url: `/api/${string}`, field: string, value: unknown): Promise<void> {
    const headers = {
      authorization: `Bearer ${currentSession()?.token}`,
      "content-type": "application/json-patch+json",
    };
    const payload = JSON.stringify([{ op: "replace", path: `/${field}`, value }]);
    const { statusCode, body } = await this.#app.inject({ method: "PATCH", url, headers, payload });
    if (statusCode >= 300) throw new Error(`${url} ${field}: ${body}`);
  }

  /** Holds requests with matching URLs until the returned function is called. */
  hold(matches: (url: string) => boolean): () => void {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held = { matches, until };
    return release;
  }

  /**
   * Starts a change of 1,000 records by this role that stays half done until the returned function is called, or the
   * panel is left. Customer 3 is locked meanwhile.
   */
  async startLongChange(role = "superuserMaster"): Promise<() => Promise<void>> {
    const admin = await loadAdmin(this.#database.kysely, { login: accountOf(role).login });
    if (!admin || !this.#inTransaction) throw new Error(`no account for ${role}`);
    let isOver = false;
    const records = Array.from({ length: 1_000 }, (_, index) => index);
    const change = this.#inTransaction(toActor(admin), async (unit) => {
      await unit.db.selectFrom("customers").select("id").where("id", "=", 3).forUpdate().execute();
      await inSlices(unit, records, async (slice) => {
        // Other requests read between its statements.
        while (slice.includes(999) && !isOver) await unit.load("customers", 3);
      });
    });
    this.#endChange = () => {
      isOver = true;
      return change;
    };
    return this.#endChange;
  }

  leave(): void {
    this.#held = undefined;
    // A test that failed before its end would leave all others waiting.
    void this.#endChange?.();
    this.#endChange = undefined;
    this.#unmount();
    this.#unmount = () => {};
    this.intercept = undefined;
    document.body.innerHTML = "";
    vi.unstubAllGlobals();
  }

  async stop(): Promise<void> {
    await this.proxy?.stop();
    await this.#app.close();
    await this.#database.close();
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { method = "GET", headers, body } = init;
    const isFile = new Headers(headers).get("content-type") === "text/csv";
    const read = typeof body === "string" && !isFile ? JSON.parse(body) : body;
    const request = { method, url, body: typeof body === "string" ? read : undefined };
    this.requests.push(request);
    const questions = questionsOf(url);
    for (const asked of questions) this.requests.push({ method: "GET", url: asked, body: undefined });
    if ([url, ...questions].some((one) => this.#held?.matches(one))) await this.#held?.until;
    const intercepted = this.intercept?.(request);
    if (intercepted) return intercepted;
    const replaced = questions.map((asked) => this.intercept?.({ method: "GET", url: asked, body: undefined }));
    if (this.proxy) return realFetch(new URL(url, this.proxy.url), init);
    const parts = body instanceof FormData ? await toMultipart(body) : undefined;
    const bytes = body instanceof Uint8Array ? Buffer.from(body) : undefined;
    const payload = parts?.payload ?? bytes ?? (typeof body === "string" ? body : undefined);
    const answer = await this.#app.inject({
      method: method as "GET",
      url,
      headers: { ...Object.fromEntries(new Headers(headers)), ...parts?.headers },
      ...(payload === undefined ? {} : { payload }),
    });
    if (replaced.some((one) => one !== undefined)) {
      const { answers } = answer.json();
      const toAnswer = async (one: Response) => ({ status: one.status, body: await one.json() });
      return Response.json({
        answers: await Promise.all(replaced.map(async (one, at) => (one ? toAnswer(await one) : answers[at]))),
      });
    }
    const names = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.body === "" ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: names,
    });
  }
}

/** A panel for all tests of a file, which is left after each of them. */
export async function openPanel(options?: Parameters<typeof TestPanel.start>[0]): Promise<TestPanel> {
  const panel = await TestPanel.start(options);
  afterAll(() => panel.stop());
  afterEach(() => panel.leave());
  return panel;
}

/** What a request of the dashboard asks for together: tests see and replace each as if it were sent alone. */
function questionsOf(url: string): string[] {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  return pathname === answersPath ? (searchParams.get("paths") ?? "").split("\n") : [];
}

/** Encodes a form with files as a browser does; Node's `fetch` does not support jsdom's FormData. */
async function toMultipart(form: FormData) {
  const boundary = "----patchbay";
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, value] of form.entries()) {
    const isFile = typeof value !== "string";
    const file = isFile ? `; filename="${value.name}"\r\nContent-Type: ${value.type}` : "";
    pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`);
    pieces.push(isFile ? new Uint8Array(await value.arrayBuffer()) : value, "\r\n");
  }
  const payload = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return { payload, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

/**
 * Replaces slow functions of jsdom that took half the test time: it matches every style rule for each element queried by
 * role, and parses those rules, which nothing reads; searches the document for a `base` element for each link and for styles
 * that a server has rendered; walks through all elements to find one by its id; and compares each label with each element to
 * find those of a field.
 */
function speedUpDocument(): void {
  const ownStyle = (element: Element) => (element as HTMLElement).style;
  vi.stubGlobal("getComputedStyle", ownStyle);
  // Libraries ask the window of an element, which is not what Node has for one.
  if (document.defaultView) document.defaultView.getComputedStyle = ownStyle;
  const find = Document.prototype.querySelector;
  const isAbsent = (selector: string) => selector === "base" || selector.startsWith("style[data-emotion");
  document.querySelector = (selector: string) => (isAbsent(selector) ? null : find.call(document, selector));
  Element.prototype.querySelector = findById;
  CSSStyleSheet.prototype.insertRule = () => 0;
  for (const { prototype } of [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement]) {
    Object.defineProperty(prototype, "labels", { configurable: true, get: labelsOf });
  }
}

/** The Testing Library asks by `[id="…"]` for each label of each element, whatever it looks for. */
function findById(this: Element, selector: string): Element | null {
  const id = this.isConnected ? /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1] : undefined;
  const found = id === undefined ? undefined : this.ownerDocument.getElementById(id);
  return found === null || (found && found !== this && this.contains(found)) ? found : findWithin.call(this, selector);
}

function labelsOf(this: HTMLInputElement): HTMLLabelElement[] | null {
  if (this.type === "hidden") return null;
  const isOurs = (label: HTMLLabelElement) => (label.htmlFor ? label.htmlFor === this.id : label.control === this);
  return [...document.getElementsByTagName("label")].filter(isOurs);
}
