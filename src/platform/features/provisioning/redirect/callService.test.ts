import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { MEGABYTE } from "../../../../core/values/bytes.ts";
import { openTestService } from "../../../../testing/vendorService.ts";
import { callService } from "./callService.ts";

const service = await openTestService();
afterAll(() => service.close());
afterEach(() => {
  service.heard.length = 0;
  vi.restoreAllMocks();
});

const never = new AbortController().signal;
const call = (headers: Readonly<Record<string, string>> = {}, signal = never, url = service.url) =>
  callService({ method: "POST", url, headers, body: "Grüße" }, signal);

describe("a call of a service", () => {
  it("gives the status and the text of any answer", async () => {
    service.answer = () => ({ status: 418, headers: { "x-one": "1" }, body: "Grüße" });
    const { status, isOk, text, headers } = await call({ "x-two": "2" });
    expect({ status, isOk, text, one: headers.get("x-one") }).toEqual({
      status: 418,
      isOk: false,
      text: "Grüße",
      one: "1",
    });
    expect(service.heard).toMatchObject([{ method: "POST", body: "Grüße", headers: { "x-two": "2" } }]);
  });

  it("ends after 25 seconds, or when the call as a whole has taken too long", async () => {
    service.answer = () => "silence";
    await expect(call({}, AbortSignal.timeout(5))).rejects.toThrow(/^no answer in time$/);
    const ended = AbortSignal.abort(new DOMException("", "TimeoutError"));
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(ended);
    await expect(call()).rejects.toThrow(/^no answer in time$/);
    expect(timeout).toHaveBeenCalledWith(25_000);
  });

  it("reads no more than eight megabytes", async () => {
    service.answer = () => ({ body: "a".repeat(8 * MEGABYTE) });
    expect((await call()).text).toHaveLength(8 * MEGABYTE);
    service.answer = () => ({ body: "a".repeat(8 * MEGABYTE + 1) });
    await expect(call()).rejects.toThrow(/^the answer is too long$/);
  });

  it("names what is wrong with the connection", async () => {
    service.answer = () => "end";
    await expect(call()).rejects.toThrow(/^other side closed$/);
    const gone = await openTestService();
    await gone.close();
    await expect(call({}, never, gone.url)).rejects.toThrow(/^connect ECONNREFUSED/);
  });

  it("does not repeat a header that cannot be sent", async () => {
    service.answer = () => ({ body: "" });
    for (const secret of ["Right\nhorse", "Pferd€9", "cheval\0"]) {
      await expect(call({ secret })).rejects.toThrow(/^user or password has characters that cannot be sent$/);
    }
    expect(service.heard).toEqual([]);
  });
});
