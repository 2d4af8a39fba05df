import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { CoreAdminContext, type NotificationOptions, type NotificationType, useNotify } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Notifications } from "./Notifications.tsx";

let notify: ReturnType<typeof useNotify>;

function Scene() {
  notify = useNotify();
  return <Notifications />;
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <CoreAdminContext>
      <Scene />
    </CoreAdminContext>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const say = (message: string, options?: NotificationOptions & { type?: NotificationType }) =>
  act(() => notify(message, options));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const shown = () => screen.queryAllByRole("alert").map((notice) => notice.textContent);

it("shows an error for ten seconds", () => {
  say("The name is taken", { type: "error" });
  wait(9_900);
  expect(shown()).toEqual(["The name is taken"]);
  wait(200);
  expect(shown()).toEqual([]);
});

it("does not take a message away while one points at it", () => {
  say("The name is taken", { type: "error" });
  fireEvent.pointerEnter(screen.getByRole("alert"));
  wait(60_000);
  expect(shown()).toEqual(["The name is taken"]);
  fireEvent.pointerLeave(screen.getByRole("alert"));
  wait(10_100);
  expect(shown()).toEqual([]);
});

it("shows several at a time and closes the one that is closed", () => {
  say("first", { type: "error" });
  say("second", { type: "error" });
  expect(shown()).toEqual(["first", "second"]);
  const [first] = screen.getAllByRole("button", { name: "app.notice.close" });
  if (first) fireEvent.click(first);
  expect(shown()).toEqual(["second"]);
});

it("finds a word for an error without one", () => {
  say("", { type: "error" });
  expect(shown()).toEqual(["errors.unknown"]);
});

it.each([
  ["says that the text was copied", async () => {}, "app.notice.copied"],
  ["says that it could not be", () => Promise.reject(new Error("denied")), "app.notice.notCopied"],
])("copies an error and %s", async (_, writeText, answer) => {
  const spy = vi.fn<(text: string) => Promise<void>>(writeText);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: spy } });
  say("The name is taken", { type: "error" });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "app.notice.copy" })));
  vi.unstubAllGlobals();
  expect(spy).toHaveBeenCalledWith("The name is taken");
  expect(screen.getByText(answer)).toBeTruthy();
});
