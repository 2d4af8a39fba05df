import { expect, it } from "vitest";
import { phoneFirmware } from "./FileTab.tsx";

const stored = ["108.86.0.45", "108.9.0.1"].map((version, id) => ({ id, version }));
const asked = (kind: string, outcome: string, detail: string | null, user_agent: string | null) => ({
  ...{ id: 1, kind, outcome, detail, user_agent },
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
  expect(phoneFirmware(requests, [{ id: 1, version: "12" }])).toBeUndefined();
});
