import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { cleanup } from "../../../../tests/support/render.ts";
import type { FieldDescriptor } from "../../../core/schema/descriptor.ts";
import { descriptor } from "../../../generated/descriptors/billingprofiles.gen.ts";
import { showInput } from "../../../testing/input.tsx";
// Lazy in the panel; loaded up front here so that the test does not depend on timing.
import "./WeekPicture.tsx";

afterEach(() => cleanup());

const field = descriptor.fields.find(({ name }) => name === "peaktime_weekdays") as FieldDescriptor;
const night = { weekday: 0, start: "20:00:00", stop: "23:59:59" };
const saturday = { weekday: 5 };
const texts = () => screen.queryAllByRole("slider").map((bar) => bar.getAttribute("aria-valuetext"));

describe("a week by keyboard", () => {
  it("moves a time and changes its end", async () => {
    const { user, value: now } = await showInput({ field, value: [night, saturday] });
    await screen.findByRole("group", { name: "Field in a week" });
    expect(texts()).toEqual(["Monday, 20:00 to 24:00", "Saturday, all day"]);
    const [bar] = screen.getAllByRole("slider");
    bar?.focus();
    await user.keyboard("{ArrowLeft}{ArrowDown}");
    expect(now()).toEqual([{ weekday: 1, start: "19:45:00", stop: "23:44:59" }, saturday]);
    expect(document.activeElement).toBe(bar);
    await user.keyboard("{Shift>}{ArrowLeft}{/Shift}");
    expect(now()).toEqual([{ weekday: 1, start: "19:45:00", stop: "23:29:59" }, saturday]);
    expect(texts()).toEqual(["Tuesday, 19:45 to 23:30", "Saturday, all day"]);
  });

  it("leaves a time as it was where it finds no room", async () => {
    const { user, value: now } = await showInput({ field, value: [saturday, { ...night, weekday: 6 }] });
    (await screen.findAllByRole("slider"))[1]?.focus();
    await user.keyboard("{ArrowRight}{ArrowUp}{ArrowDown}");
    expect(now()).toEqual([saturday, { ...night, weekday: 6 }]);
  });

  it("removes a time and goes on to another", async () => {
    const { user, value: now } = await showInput({ field, value: [night, saturday] });
    (await screen.findAllByRole("slider"))[1]?.focus();
    await user.keyboard("{Delete}");
    expect(now()).toEqual([night]);
    expect(document.activeElement).toBe(screen.getByRole("slider"));
  });
});

it("shows a week that must not be edited, as a picture", async () => {
  await showInput({ field, value: [night], readOnly: true });
  expect(await screen.findByRole("img", { name: "Monday, 20:00 to 24:00" })).toBeTruthy();
  expect(screen.queryByRole("slider")).toBeNull();
});

it("has no bar for a time without its day yet", async () => {
  await showInput({ field, value: [{ start: "20:00:00" }, night] });
  await screen.findByRole("group", { name: "Field in a week" });
  expect(texts()).toEqual(["Monday, 20:00 to 24:00"]);
});
