import { afterEach, expect, it, vi } from "vitest";
import { hasMediaDevices, MicrophoneError, openMicrophone } from "./microphone.ts";

afterEach(() => vi.unstubAllGlobals());

const refuse = (name: string) => () => Promise.reject(new DOMException("refused", name));

async function problem(mediaDevices: object | undefined, isSecureContext = true): Promise<unknown> {
  vi.stubGlobal("navigator", { mediaDevices });
  vi.stubGlobal("isSecureContext", isSecureContext);
  return openMicrophone("").catch((error: unknown) => error instanceof MicrophoneError && error.failure);
}

it.each([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotReadableError", "inUse"],
  ["AbortError", "inUse"],
  ["NotFoundError", "missing"],
  ["OverconstrainedError", "missing"],
])("a microphone that the browser refuses with %s is %s", async (name, expected) => {
  expect(await problem({ getUserMedia: refuse(name) })).toBe(expected);
});

it("there is none on a page that may have none, and the reason is the connection", async () => {
  expect(await problem(undefined, false)).toBe("insecure");
  expect(await problem(undefined, true)).toBe("missing");
  expect(hasMediaDevices()).toBe(false);
});

it("the chosen one is preferred, and no condition", async () => {
  const asked = vi.fn(async () => "sound");
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: asked } });
  expect(await openMicrophone("desk")).toBe("sound");
  expect(asked).toHaveBeenCalledWith({ audio: expect.objectContaining({ deviceId: { ideal: "desk" } }) });
});
