import { expect, it } from "vitest";
import type { RecordOf } from "../../providers/rest.ts";
import { phoneFirmware } from "./FileTab.tsx";

const stored = ["108.86.0.45", "108.9.0.1"].map((version, id) => ({ id, version }));
type Request = RecordOf<"pbxdevicerequests">;
const asked = (
  kind: Request["kind"],
  outcome: Request["outcome"],
  detail: string | null,
  user_agent: string | null,
): Request => ({
  ...{ id: 1, kind, outcome, detail, user_agent, identifier: "00156511", ip: "192.0.2.1", requests: 1 },
  ...{ first_time: "2026-01-01T00:00:00Z", time: "2026-01-01T00:00:00Z" },
});

it.each([
  [
    "by the User-Agent of its last request",
    [
      asked("config", "served", "1", "Yealink SIP-T46U 108.86.0.45 00:15:65:11:22:33"),
      asked("config", "served", "1", "Yealink SIP-T46U 108.85.0.1 00:15:65:11:22:33"),
    ],
    { version: "108.86.0.45", newest: "108.86.0.45", isOlder: false },
  ],
  [
    "as older, number by number",
    [asked("firmware", "served", "108.86.0.45", "Yealink SIP-T46U 108.10.0.2")],
    { version: "108.10.0.2", newest: "108.86.0.45", isOlder: true },
  ],
  [
    "by the firmware that it loaded",
    [asked("config", "served", "1", "Linux/5.10"), asked("firmware", "served", "108.9.0.1", null)],
    { version: "108.9.0.1", newest: "108.86.0.45", isOlder: true },
  ],
  [
    "by what it had when there was nothing newer",
    [asked("firmware", "nothing_newer", "108.90.0.1", null)],
    { version: "108.90.0.1", newest: "108.86.0.45", isOlder: false },
  ],
  ["not by a refused request", [asked("firmware", "wrong_network", "108.9.0.1", null)], undefined],
])("tells the firmware of a phone %s", (_, requests, expected) => {
  expect(phoneFirmware(requests, stored)).toEqual(expected);
});

it("tells nothing where no firmware is stored, and by no part of another number where versions are plain", () => {
  const requests = [asked("config", "served", "1", "Tessel 7.4 build 12")];
  expect(phoneFirmware(requests, [])).toBeUndefined();
  expect(phoneFirmware(requests, [{ version: "12" }])).toBeUndefined();
});
