import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentConnection } from "./connection.ts";
import { failureKeys, send } from "./http.ts";
import { currentSession, startCookieSession, startSession } from "./session.ts";

const token = `e30.${btoa('{"id":42}')}.s`;
const otherToken = `e30.${btoa('{"id":43}')}.s`;
const fetchMock = vi.fn<typeof fetch>();
const answer = (status: number, body?: unknown) =>
  fetchMock.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status }));
const sentHeaders = () => new Headers(fetchMock.mock.calls[0]?.[1]?.headers);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  fetchMock.mockReset();
  localStorage.clear();
  startSession(token);
});
afterEach(() => vi.unstubAllGlobals());

describe("send", () => {
  it("sends query, JSON and token", async () => {
    answer(200, { ok: 1 });
    const { body } = await send({ method: "POST", path: "/api/x/", query: { a: "*b*", c: undefined }, body: { d: 1 } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/x/?a=*b*");
    expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({ method: "POST", body: '{"d":1}' });
    expect(sentHeaders().get("Authorization")).toBe(`Bearer ${token}`);
    expect(sentHeaders().get("Content-Type")).toBe("application/json");
    expect(body).toEqual({ ok: 1 });
  });

  it.each([{ path: "/api/x/", query: { reseller_id: Number.NaN } }, { path: "/api/x/undefined" }])(
    "does not send what has no address: %j",
    async (request) => {
      await expect(send(request)).rejects.toMatchObject({ status: 404 });
      expect(fetchMock).not.toHaveBeenCalled();
    },
  );

  it("asks six questions at a time, and lets no change wait for them", async () => {
    const open: (() => void)[] = [];
    fetchMock.mockImplementation(() => new Promise((resolve) => open.push(() => resolve(new Response("{}")))));
    const asked = Array.from({ length: 20 }, (_, index) => send({ path: `/api/x/${index}` }));
    await vi.waitFor(() => expect(open).toHaveLength(6));
    const changed = send({ path: "/api/x/1", method: "DELETE" });
    await vi.waitFor(() => expect(open).toHaveLength(7));
    for (const answered of open) answered();
    await changed;
    await vi.waitFor(() => expect(open).toHaveLength(13));
    fetchMock.mockImplementation(async () => new Response("{}"));
    for (const answered of open) answered();
    await Promise.all(asked);
  });

  it("sends no token with a request that needs none", async () => {
    answer(200, {});
    await send({ path: "/login_jwt", anonymous: true });
    expect(sentHeaders().has("Authorization")).toBe(false);
  });

  it("accepts an empty response", async () => {
    answer(204);
    expect(await send({ path: "/api/x/1", method: "DELETE" })).toMatchObject({ status: 204, body: undefined });
  });

  it("rejects with the server's message, status and body", async () => {
    answer(422, { code: 422, message: "Name is taken", errors: [{ pointer: "/name" }] });
    await expect(send({ path: "/api/x/" })).rejects.toMatchObject({
      message: "Name is taken",
      status: 422,
      body: { errors: [{ pointer: "/name" }] },
    });
  });

  it.each<[string, Response]>([
    ["no body", new Response(null, { status: 500 })],
    ["a message that is no text", new Response('{"message":[1]}', { status: 500 })],
  ])("finds a word for a refusal with %s", async (_, response) => {
    fetchMock.mockResolvedValueOnce(response);
    await expect(send({ path: "/api/x/" })).rejects.toThrow(failureKeys.unknown);
  });

  describe("of a slow change", () => {
    beforeEach(() => {
      vi.useFakeTimers();
      startCookieSession(42);
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** A change whose response is controlled by the test; `progress` responds to progress requests. */
    function begin(progress: () => Response) {
      let finish = () => {};
      const asked: string[] = [];
      fetchMock.mockImplementation((address, init) => {
        if (address !== "/api/x/1") {
          asked.push(String(address));
          return Promise.resolve(progress());
        }
        return new Promise((resolve, reject) => {
          finish = () => resolve(new Response("{}"));
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      });
      const outcome = send({ path: "/api/x/1", method: "PATCH", body: [] }).then(
        () => "done",
        (error: Error) => error.message,
      );
      return { outcome, asked, finish: () => finish() };
    }

    async function pass(seconds: number): Promise<void> {
      for (let second = 0; second < seconds; second++) {
        await vi.advanceTimersByTimeAsync(1_000);
        await vi.dynamicImportSettled();
      }
    }

    it("waits while the platform makes progress, and shows it", async () => {
      let done = 0;
      const { outcome, finish } = begin(() => new Response(JSON.stringify({ found: 90, done: ++done })));
      await pass(40);
      expect(currentConnection()).toMatchObject({ isSlow: true, progress: { found: 90, done } });
      expect(done).toBeGreaterThan(30);
      finish();
      expect(await outcome).toBe("done");
      expect(currentConnection()).toMatchObject({ isSlow: false, progress: null });
    });

    it("times out when there is no more progress", async () => {
      const { outcome } = begin(() => new Response('{"found":90,"done":1}'));
      await pass(13);
      expect(await outcome).toBe(failureKeys.timeout);
    });

    it("can be stopped where the platform then stores nothing", async () => {
      let told = '{"found":90,"done":1}';
      const { outcome } = begin(() => new Response(told));
      await pass(3);
      expect(currentConnection().progress?.stop).toBeUndefined();
      told = '{"found":90,"done":2,"canStop":true}';
      await pass(2);
      currentConnection().progress?.stop?.();
      expect(await outcome).toBe(failureKeys.stopped);
    });

    it("asks only once if the platform reports no progress", async () => {
      const { outcome, asked } = begin(() => new Response('{"code":404}', { status: 404 }));
      await pass(11);
      expect(await outcome).toBe(failureKeys.timeout);
      expect(asked).toEqual(["/panel-service/progress"]);
    });
  });

  it("does not report an aborted request as a failure", async () => {
    const controller = new AbortController();
    fetchMock.mockImplementationOnce(async (_, init) => {
      controller.abort();
      throw init?.signal?.reason;
    });
    await expect(send({ path: "/api/x/", signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a refused token", () => {
  it("ends the session on 401", async () => {
    answer(401, { code: 401, message: "expired" });
    await expect(send({ path: "/api/x/" })).rejects.toMatchObject({ status: 401 });
    expect(currentSession()).toBeNull();
  });

  it("is what 403 Invalid user means for the own account, whatever the case", async () => {
    answer(403, { code: 403, message: "Invalid user" });
    answer(403, { code: 403, message: "invalid User" });
    await expect(send({ path: "/api/x/" })).rejects.toMatchObject({ status: 403 });
    expect(currentSession()).toBeNull();
  });

  it("is not what it means for a resource that the role may not use", async () => {
    fetchMock.mockImplementation(async (address) =>
      String(address).startsWith("/api/admins/")
        ? new Response('{"id":42}')
        : new Response('{"code":403,"message":"Invalid user"}', { status: 403 }),
    );
    const refused = ["/api/resellers/", "/api/contracts/"].map((path) => send({ path }));
    for (const one of refused) await expect(one).rejects.toMatchObject({ status: 403 });
    expect(currentSession()?.adminId).toBe(42);
    expect(fetchMock.mock.calls.filter(([address]) => address === "/api/admins/42")).toHaveLength(1);
  });

  it("is detected when a legacy request is redirected to the login page", async () => {
    const page = new Response("<html>login</html>", { status: 200 });
    Object.defineProperties(page, { redirected: { value: true }, url: { value: "http://panel.example/login" } });
    fetchMock.mockResolvedValueOnce(page);
    await expect(send({ path: "/reseller/ajax" })).rejects.toThrow();
    expect(currentSession()).toBeNull();
  });

  it("is not what any other 403 means", async () => {
    answer(403, { code: 403, message: "Forbidden" });
    await expect(send({ path: "/api/x/" })).rejects.toThrow("Forbidden");
    expect(currentSession()).not.toBeNull();
  });

  it("does not end a session that started meanwhile", async () => {
    fetchMock.mockImplementationOnce(async () => {
      startSession(otherToken);
      return new Response("{}", { status: 401 });
    });
    await expect(send({ path: "/api/x/" })).rejects.toMatchObject({ status: 401 });
    expect(currentSession()?.adminId).toBe(43);
  });
});
