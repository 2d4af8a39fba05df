import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { descriptor } from "../../../generated/descriptors/timesets.gen.ts";
import { showInput } from "../../../testing/input.tsx";
// Lazy in the panel; loaded up front here so that the test does not depend on timing.
import "./EventsInput.tsx";
import { cleanup } from "../../../../tests/support/render.ts";

afterEach(() => cleanup());

const field = descriptor.fields.find(({ name }) => name === "times") as FieldDescriptor;
const value = [{ start: "2026-01-05 08:00:00", end: "2026-01-05 17:00:00", freq: "weekly" }];

describe("the input of events", () => {
  it("summarizes the event in plain words while it is edited", async () => {
    const { user, value: now } = await showInput({ field, value });
    expect(await screen.findByText("every week on Mon, 08:00 to 17:00")).toBeTruthy();
    for (const day of ["Mon", "Fri"]) await user.click(screen.getByRole("button", { name: day }));
    expect(screen.getByText("every week on Mon and Fri, 08:00 to 17:00")).toBeTruthy();
    expect(now()).toMatchObject([{ byday: "MO,FR" }]);
  });

  it("removes the whole rule when an event no longer repeats", async () => {
    const { user, value: now } = await showInput({ field, value: [{ ...value[0], byday: "MO", count: 3 }] });
    await user.selectOptions(await screen.findByLabelText(/times_freq/), "");
    expect(now()).toEqual([{ start: value[0]?.start, end: value[0]?.end, freq: null, comment: null }]);
  });

  it("keeps the rarely used conditions open while one of them is retyped", async () => {
    const { user } = await showInput({ field, value: [{ ...value[0], byhour: "8" }] });
    const hours = await screen.findByLabelText(/times_byhour/);
    await user.clear(hours);
    expect(hours.closest("details")?.open).toBe(true);
    await user.type(hours, "9");
    expect(hours).toHaveProperty("value", "9");
  });

  it("adds the events of a calendar file, or names the invalid line", async () => {
    const { user, value: now } = await showInput({ field, value });
    await screen.findByText(/every week/);
    const picker = document.querySelector('input[type="file"]') as HTMLInputElement;
    const calendar = (line: string) =>
      new File(
        [`BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260105T080000\n${line}\nEND:VEVENT\nEND:VCALENDAR`],
        "a.ics",
        {
          type: "text/calendar",
        },
      );
    await user.upload(picker, calendar("RDATE:20260106T080000"));
    expect((await screen.findByRole("alert")).textContent).toBe("Line 4 of the file cannot be imported: RDATE");
    await user.upload(picker, calendar("SUMMARY:New"));
    expect(await screen.findByText("1 event added to the form")).toBeTruthy();
    expect(now()).toEqual([...value, { start: "2026-01-05 08:00:00", comment: "New" }]);
  });
});
