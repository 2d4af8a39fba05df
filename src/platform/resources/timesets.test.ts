import { describe, expect, it } from "vitest";
import { itemsOf, platformUntilEnd } from "../../testing/platform.ts";

const platform = await platformUntilEnd();
const [master, two] = await Promise.all([platform.as("master"), platform.as("resellerTwo")]);

const collection = "/api/timesets/";
const office = { start: "2026-01-05 08:00:00", end: "2026-01-05 17:00:00", freq: "weekly", byday: "MO,TU" };
const post = (body: object, client = master) => client.send("POST", collection, body);

describe("a time set", () => {
  it("stores its events as sent", async () => {
    const made = await post({ name: "office", reseller_id: 2, times: [office] });
    expect(made.status, made.text).toBe(201);
    const [stored] = itemsOf(await master.send("GET", `${collection}?name=office`), "timesets");
    expect(stored).toMatchObject({ name: "office", reseller_id: 2, times: [office] });
  });

  it.each([
    ["a name that any reseller has already", { name: "office", reseller_id: 3 }, "/name", "rules.unique"],
    ["no reseller", { name: "free" }, "/reseller_id", "rules.required"],
    ["no name", { reseller_id: 2 }, "/name", "rules.required"],
    ["an event without a start", { name: "n", reseller_id: 2, times: [{}] }, "/times/0/start", "rules.required"],
    [
      "an event that ends before it starts",
      { name: "n", reseller_id: 2, times: [{ ...office, end: "2026-01-05 07:00:00" }] },
      "/times/0/end",
      "rules.before",
    ],
    [
      "more than 1,000 events",
      { name: "n", reseller_id: 2, times: Array(1001).fill(office) },
      "/times",
      "rules.maxItems",
    ],
    [
      "invalid hours",
      { name: "n", reseller_id: 2, times: [{ ...office, byhour: "8,24" }] },
      "/times/0/byhour",
      "rules.format.hour-list",
    ],
  ])("is refused with %s", async (_, body, pointer, key) => {
    expect(await post(body)).toMatchObject({ status: 422, body: { errors: [{ pointer, key }] } });
  });

  it("has a thousand events, or the last working day of a month", async () => {
    expect((await post({ name: "many", reseller_id: 2, times: Array(1000).fill(office) })).status).toBe(201);
    const last = { start: "2026-01-30 08:00:00", freq: "monthly", byday: "MO,TU,WE,TH,FR", bysetpos: "-1" };
    expect((await post({ name: "last", reseller_id: 2, times: [last] })).status).toBe(201);
    expect(itemsOf(await master.send("GET", `${collection}?name=last`), "timesets")).toMatchObject([{ times: [last] }]);
  });

  it("is its reseller's own, whatever reseller it names", async () => {
    expect((await post({ name: "mine", reseller_id: 3 }, two)).status).toBe(201);
    expect(itemsOf(await two.send("GET", `${collection}?name=mine`), "timesets")).toMatchObject([{ reseller_id: 2 }]);
  });

  describe("as a calendar", () => {
    const calendarOf = (name: string, ...lines: string[]) =>
      ["BEGIN:VCALENDAR", `NAME:${name}`, "BEGIN:VEVENT", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\r\n");
    const inParts = async (json: object, file: string) => {
      const form = new FormData();
      form.append("json", JSON.stringify(json));
      form.append("calendarfile", new File([file], "a.ics", { type: "text/calendar" }));
      const request = new Request("http://localhost", { method: "POST", body: form });
      const type = { "content-type": request.headers.get("content-type") ?? "" };
      return [Buffer.from(await request.arrayBuffer()), type] as const;
    };
    const daily = calendarOf("from file", "DTSTART:20260105T080000", "RRULE:FREQ=DAILY");

    it("is read from a part, with its name; the record takes precedence", async () => {
      const made = await master.send("POST", collection, ...(await inParts({ reseller_id: 2 }, daily)));
      expect(made.status, made.text).toBe(201);
      const path = String(made.headers.location);
      const stored = { name: "from file", times: [{ start: "2026-01-05 08:00:00", freq: "daily" }] };
      expect((await master.send("GET", path)).body).toMatchObject(stored);
      const replaced = await master.send("PUT", path, ...(await inParts({ reseller_id: 2, times: [office] }, daily)));
      expect(replaced.status, replaced.text).toBe(204);
      expect((await master.send("GET", path)).body).toMatchObject({ name: "from file", times: [office] });
    });

    it.each([
      ["an unreadable file", "<html>", "/calendarfile", "rules.business.calendarUnreadable"],
      [
        "what would be lost",
        calendarOf("other", "DTSTART:20260105T080000", "RDATE:20260106T080000"),
        "/calendarfile",
        "rules.business.calendarLine",
      ],
      [
        "events that break a rule",
        calendarOf("other", "DTSTART:20260105T080000", "RRULE:FREQ=DAILY;BYHOUR=25"),
        "/times/0/byhour",
        "rules.format.hour-list",
      ],
      [
        "more than 1,000 events",
        Array(1001).fill(daily).join("\r\n").replaceAll("END:VCALENDAR\r\nBEGIN:VCALENDAR\r\nNAME:from file\r\n", ""),
        "/times",
        "rules.maxItems",
      ],
      ["no name anywhere", "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR", "/name", "rules.required"],
    ])("is refused with %s", async (_, file, pointer, key) => {
      const reply = await master.send("POST", collection, ...(await inParts({ reseller_id: 2 }, file)));
      expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer, key }] } });
    });

    it.each([
      ["*/*", "text/calendar"],
      ["application/json, */*", "text/calendar"],
      ["text/calendar", "text/calendar"],
      ["application/json", "application/json"],
    ])("is the answer to Accept %s: %s", async (accept, type) => {
      await post({ name: "shown", reseller_id: 2, times: [office] });
      const [{ id }] = itemsOf(await master.send("GET", `${collection}?name=shown`), "timesets") as [{ id: number }];
      const reply = await master.send("GET", `${collection}${id}`, undefined, { accept });
      expect(String(reply.headers["content-type"])).toContain(type);
      expect(reply.headers["cache-control"]).toBe("no-store");
      if (type !== "text/calendar") return;
      expect(reply.headers["content-disposition"]).toBe(`attachment; filename="shown.ics"; filename*=UTF-8''shown.ics`);
      expect(reply.text).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO,TU\r\n");
    });
  });

  // Last: the reseller is terminated with it.
  it("is deleted with its reseller, which can create no other", async () => {
    const end = [{ op: "replace", path: "/status", value: "terminated" }];
    expect((await master.send("PATCH", "/api/resellers/2", end)).status).toBe(204);
    expect(itemsOf(await master.send("GET", `${collection}?reseller_id=2`), "timesets")).toEqual([]);
    const late = await post({ name: "late", reseller_id: 2 });
    expect(late).toMatchObject({ status: 422, body: { errors: [{ key: "rules.business.terminated" }] } });
  });
});
