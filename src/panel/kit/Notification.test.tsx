import { setImmediate } from "node:timers/promises";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { CoreAdminContext, type NotificationOptions, type NotificationType, useNotify } from "react-admin";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cleanup, render } from "../../../tests/support/render.ts";
import { send } from "../providers/http.ts";
import { Notification } from "./Notification.tsx";

let notify: ReturnType<typeof useNotify> | undefined;

function Scene() {
  notify = useNotify();
  return <Notification />;
}

beforeEach(async () => {
  notify = undefined;
  render(
    <CoreAdminContext>
      <Scene />
    </CoreAdminContext>,
  );
  await waitFor(() => expect(notify).toBeDefined());
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Lets React finish: it queues its work in pieces by setImmediate, which may queue more. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round++) await setImmediate();
}

async function say(message: string, options?: NotificationOptions & { type?: NotificationType }): Promise<void> {
  notify?.(message, options);
  await settled();
}

async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

const shown = () => screen.queryAllByRole("alert").map((notice) => notice.textContent);

it("shows an error for ten seconds", async () => {
  await say("The name is taken", { type: "error" });
  await wait(9_900);
  expect(shown()).toEqual(["The name is taken"]);
  await wait(200);
  expect(shown()).toEqual([]);
});

it("keeps a message while it is hovered", async () => {
  await say("The name is taken", { type: "error" });
  fireEvent.pointerEnter(screen.getByRole("alert"));
  await settled();
  await wait(60_000);
  expect(shown()).toEqual(["The name is taken"]);
  fireEvent.pointerLeave(screen.getByRole("alert"));
  await settled();
  await wait(10_100);
  expect(shown()).toEqual([]);
});

it("shows several at a time and closes the one that is closed", async () => {
  await say("first", { type: "error" });
  await say("second", { type: "error" });
  expect(shown()).toEqual(["first", "second"]);
  const [first] = screen.getAllByRole("button", { name: "app.notice.close" });
  if (first) fireEvent.click(first);
  await settled();
  expect(shown()).toEqual(["second"]);
});

it("finds a word for an error without one", async () => {
  await say("", { type: "error" });
  expect(shown()).toEqual(["errors.unknown"]);
});

it.each([
  ["says that the text was copied", async () => {}, "app.notice.copied"],
  ["says that it could not be", () => Promise.reject(new Error("denied")), "app.notice.notCopied"],
])("copies an error and %s", async (_, writeText, answer) => {
  const spy = vi.fn<(text: string) => Promise<void>>(writeText);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: spy } });
  await say("The name is taken", { type: "error" });
  fireEvent.click(screen.getByRole("button", { name: "app.notice.copy" }));
  vi.unstubAllGlobals();
  expect(spy).toHaveBeenCalledWith("The name is taken");
  await settled();
  expect(screen.getByText(answer)).toBeTruthy();
});

it("ends the offer to undo with the next change, and leaves what says something else", async () => {
  vi.stubGlobal("fetch", async () => Response.json({}));
  await say("Saved", { type: "success", undo: () => undefined });
  await say("Copied", { type: "success" });
  const told = () => screen.queryAllByRole("status").map((notice) => notice.textContent);
  expect(told()).toEqual([expect.stringContaining("Saved"), expect.stringContaining("Copied")]);
  await send({ path: "/api/customers/1" });
  await settled();
  expect(told()).toHaveLength(2);
  await send({ path: "/api/customers/1", method: "PATCH", body: [] });
  await settled();
  expect(told()).toEqual([expect.stringContaining("Copied")]);
  vi.unstubAllGlobals();
});
