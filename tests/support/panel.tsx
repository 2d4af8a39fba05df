import { configure } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { mountApp } from "../../src/panel/App.tsx";
import { loadFacts } from "../../src/panel/providers/facts.ts";
import { currentSession, startSession } from "../../src/panel/session.ts";
import { buildPlatform, type PlatformParts } from "../../src/platform/app.ts";
import { registerService } from "../../src/platform/service/serviceRoutes.ts";
import { accountOf } from "./accounts.ts";
import { MisbehavingProxy } from "./misbehavingProxy.ts";
import { openPrepared } from "./prepared.ts";

// jsdom brings a Uint8Array of its own, of which Node's buffers are no instances; the platform signs with those.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor;

configure({
  // Chunks are compiled when they are first asked for, on a machine that has other work to do.
  asyncUtilTimeout: 30_000,
  // No act() anywhere, as in a browser: inside it a page that waits for its chunk is never shown.
  eventWrapper: (dispatch) => dispatch(),
});

/** A request that the panel made, as the platform saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

/** The browser's own, as long as no test has put another in its place. */
const realFetch = globalThis.fetch;

/** The real panel over the real platform, in one process: between them is a `fetch` that opens no socket. */
export class TestPanel {
  readonly requests: SeenRequest[] = [];
  /** Answers instead of the platform while it is set: for failures that a sound platform does not have. */
  intercept: ((request: SeenRequest) => Response | undefined) | undefined;
  /** Stands between panel and platform where a test wants to see what the network does to them. */
  readonly proxy: MisbehavingProxy | undefined;
  readonly #app: FastifyInstance;
  readonly #closeDatabase: () => Promise<void>;
  #unmount = () => {};

  private constructor(app: FastifyInstance, closeDatabase: () => Promise<void>, proxy?: MisbehavingProxy) {
    this.#app = app;
    this.proxy = proxy;
    this.#closeDatabase = closeDatabase;
  }

  /** A platform with the demonstration's data and one account a role; with the panel's own service if it is asked for. */
  static async start({
    hasService = false,
    settings,
  }: {
    hasService?: boolean;
    settings?: PlatformParts["settings"];
  } = {}): Promise<TestPanel> {
    const database = await openPrepared("accounts");
    const extend: PlatformParts["extend"] = async (app, actorOf) => {
      const ownerOf = async (request: FastifyRequest) => String((await actorOf(request)).adminId);
      if (hasService)
        registerService(app, { db: database.kysely, hasOlderPanel: false, hasRealPlatform: false, ownerOf });
    };
    return new TestPanel(await buildPlatform({ database, extend, settings }), () => database.close());
  }

  /** The same over real sockets, through a server that can misbehave. */
  static async startBehindProxy(): Promise<TestPanel & { readonly proxy: MisbehavingProxy }> {
    const database = await openPrepared("accounts");
    const app = await buildPlatform({ database });
    const proxy = await MisbehavingProxy.start(await app.listen({ port: 0, host: "127.0.0.1" }));
    return new TestPanel(app, () => database.close(), proxy) as TestPanel & { readonly proxy: MisbehavingProxy };
  }

  /** Logs in as an account of this role and opens an address, as somebody new to this browser. */
  async open(address: string, role = "superuserMaster"): Promise<UserEvent> {
    localStorage.clear();
    vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => this.#fetch(url, init));
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    vi.stubGlobal("scrollTo", () => {});
    lightenDocument();
    const { login, password } = accountOf(role);
    const answer = await this.#app.inject({
      method: "POST",
      url: "/login_jwt",
      payload: { username: login, password },
    });
    if (!startSession(String(answer.json().jwt))) throw new Error(`${login} can not log in: ${answer.body}`);
    const facts = await loadFacts(currentSession()?.adminId ?? 0);
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

  /** Follows a link of the kind `#/customer`, which jsdom does not tell the router about. */
  go(address: string): void {
    window.location.hash = `#${address}`;
    window.dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }

  /** Requests with one of these methods, in order: `PATCH /api/customers/3`. */
  written(): string[] {
    return this.requests.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);
  }

  /** Asks the platform behind the panel's back, as the person who is logged in. */
  async read(url: string): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${currentSession()?.token}` };
    return (await this.#app.inject({ url, headers })).json();
  }

  leave(): void {
    this.#unmount();
    this.#unmount = () => {};
    this.intercept = undefined;
    document.body.innerHTML = "";
    vi.unstubAllGlobals();
  }

  async stop(): Promise<void> {
    await this.proxy?.stop();
    await this.#app.close();
    await this.#closeDatabase();
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { method = "GET", headers, body } = init;
    const request = { method, url, body: typeof body === "string" ? JSON.parse(body) : undefined };
    this.requests.push(request);
    const intercepted = this.intercept?.(request);
    if (intercepted) return intercepted;
    if (this.proxy) return realFetch(new URL(url, this.proxy.url), init);
    const answer = await this.#app.inject({
      method: method as "GET",
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === "string" ? { payload: body } : {}),
    });
    const names = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(answer.body === "" ? null : answer.body, { status: answer.statusCode, headers: names });
  }
}

/**
 * Two answers of jsdom that took a third of a test's time: it matches every rule of every style sheet for each element
 * that a role is asked of, and looks through the document for a `base`, which it has not, for each link.
 */
function lightenDocument(): void {
  vi.stubGlobal("getComputedStyle", (element: HTMLElement) => element.style);
  const find = Document.prototype.querySelector;
  document.querySelector = (selector: string) => (selector === "base" ? null : find.call(document, selector));
}
