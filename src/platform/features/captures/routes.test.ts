import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { type Client, itemsOf, platformUntilEnd } from "../../../testing/platform.ts";
import { createCustomer, createSubscriber } from "../../../testing/records.ts";

async function makeLines(reseller: number, names: readonly string[]) {
  const customer_id = await createCustomer(admin, { reseller_id: reseller });
  const domain = `r${reseller}.example.org`;
  const domain_id = await admin.create("domains", { reseller_id: reseller, domain });
  return Promise.all(
    names.map(async (username, index) => {
      const primary_number = { cc: "43", ac: "1", sn: `${reseller}000${index}` };
      const id = await createSubscriber(admin, { customer_id, domain_id, username, primary_number });
      const { body } = await admin.send("GET", `/api/subscribers/${id}`);
      return { id, uuid: String(body.uuid), name: `${username}@${domain}` };
    }),
  );
}

/** Stores a message as Kamailio's siptrace does, with its statement. */
async function trace(callid: string, time: string, line: string, users: readonly string[], more = ""): Promise<void> {
  const [stamp, micro = "0"] = time.split(".");
  const isResponse = line.startsWith("SIP/2.0");
  const method = /^CSeq: \d+ (\w+)/m.exec(more)?.[1] ?? "INVITE";
  const text = [
    line,
    `Call-ID: ${callid}`,
    "From: <sip:ada@r2.example.org>;tag=1",
    "To: <sip:bob@r3.example.org>",
    more || "CSeq: 1 INVITE",
    "",
    "",
  ];
  for (const user of users) {
    await sql`insert into sip_trace
      (callid, method, status, fromip, toip, fromtag, totag, direction, time_stamp, time_us, msg, traced_user)
      values (${callid}, ${method}, ${isResponse ? line.slice(8, 11) : ""}, ${isResponse ? "tcp:192.0.2.2:5060" : "udp:192.0.2.1:5060"},
        ${isResponse ? "tcp:192.0.2.1:5060" : "udp:192.0.2.2:5060"}, '1', '', 'in', ${`2026-01-31 ${stamp}+00`}, ${Number(micro)},
        ${text.join("\r\n")}, ${user})`.execute(platform.database.kysely);
  }
}

const invite = "INVITE sip:bob@r3.example.org SIP/2.0";
const calls = async (client: Client, query = "") =>
  itemsOf(await client.send("GET", `/api/callflows/?rows=100&${query}`), "callflows");
const idsOf = (records: readonly WireRecord[]): Json[] => records.map(({ id }) => id ?? null);
const messagesOf = async (client: Client, query = "") => {
  const reply = await client.send("GET", `/api/sipcaptures/?rows=100&order_by_direction=asc&${query}`);
  return itemsOf(reply, "sipcaptures").map(({ call_id, method }) => `${call_id} ${method}`);
};

const platform = await platformUntilEnd({ timeZone: "UTC" });
const admin = await platform.as("master");
const [two, three] = await Promise.all([platform.as("resellerTwo"), platform.as("resellerThree")]);
/** Of each of the two resellers, and a further one of the first. */
const lines = [...(await makeLines(2, ["ada", "cleo"])), ...(await makeLines(3, ["bob"]))];
beforeEach(async () => {
  const [ada, cleo, bob] = lines;
  if (!ada || !cleo || !bob) throw new Error("no lines");
  await sql`truncate sip_trace`.execute(platform.database.kysely);
  // Between the resellers: each traces its own half, the first message is traced for both.
  await trace("one@x", "10:00:00.000007", invite, [ada.name, bob.uuid]);
  await trace("one@x_b2b-1", "10:00:01", invite, [`sip:${bob.name}`]);
  await trace("one@x", "10:00:02.5", "SIP/2.0 200 OK", [ada.name]);
  await trace("one@x", "10:01:02.5", "BYE sip:bob@r3.example.org SIP/2.0", [ada.name], "CSeq: 2 BYE");
  // Within the first reseller, refused.
  await trace("two/ü@x", "11:00:00", invite, [cleo.uuid]);
  await trace("two/ü@x", "11:00:01", "SIP/2.0 486 Busy Here", [cleo.uuid]);
  // Nobody's, such as from a peer.
  await trace("three@x", "12:00:00", "OPTIONS sip:x SIP/2.0", [""], "CSeq: 1 OPTIONS");
});

it("lists calls with all their legs, newest first by choice, and how they ended", async () => {
  const [first, second, third] = await calls(admin, "order_by=timestamp");
  expect(first).toMatchObject({
    id: "one@x",
    timestamp: "2026-01-31T10:00:00Z",
    from_uri: "sip:ada@r2.example.org",
    to_uri: "sip:bob@r3.example.org",
    method: "INVITE",
    response: 200,
    duration: 60,
    messages: 4,
    reseller_id: 2,
    subscriber_id: lines[0]?.id,
  });
  expect(second).toMatchObject({
    id: "two/ü@x",
    response: 486,
    duration: null,
    messages: 2,
    subscriber_id: lines[1]?.id,
  });
  expect(third).toMatchObject({ id: "three@x", method: "OPTIONS", response: null, subscriber_id: null });
});

it("shows resellers the messages of their own subscribers only, in lists, filters, counts and files", async () => {
  expect(idsOf(await calls(two, "order_by=timestamp"))).toEqual(["one@x", "two/ü@x"]);
  expect(await calls(three)).toMatchObject([{ id: "one@x", messages: 2, response: null, duration: null }]);
  expect(await messagesOf(three)).toEqual(["one@x INVITE", "one@x_b2b-1 INVITE"]);
  for (const page of [1, 9])
    expect((await three.send("GET", `/api/sipcaptures/?rows=1&page=${page}`)).body.total_count).toBe(2);
  expect(await messagesOf(three, `subscriber_id=${lines[0]?.id}`)).toEqual([]);
  expect(await calls(three, `subscriber_id=${lines[0]?.id}`)).toEqual([]);
  for (const path of ["callflows", "sipcaptures"]) {
    expect((await three.send("GET", `/api/${path}/${encodeURIComponent("two/ü@x")}`)).status).toBe(404);
    expect((await three.send("GET", `/api/${path}/three%40x`)).status).toBe(404);
  }
  const { body } = await three.send("GET", "/api/sipcaptures/one%40x");
  expect((body.messages as WireRecord[]).map(({ call_id }) => call_id)).toEqual(["one@x", "one@x_b2b-1"]);
  expect(await messagesOf(two, "call_id=one@x")).toEqual(["one@x INVITE", "one@x 200", "one@x BYE"]);
});

it("shows nothing to who may not see call data", async () => {
  const paths = ["callflows/", "callflows/one%40x", "sipcaptures/", "sipcaptures/one%40x"];
  const statuses = async (client: Client) =>
    Promise.all(paths.map(async (path) => (await client.send("GET", `/api/${path}`)).status));
  expect(await statuses(await platform.as("care"))).toEqual([403, 403, 403, 403]);
  expect(await statuses(await platform.as("intercept"))).toEqual([403, 403, 403, 403]);
  expect(await statuses(platform.anonymous)).toEqual([401, 401, 401, 401]);
  await sql`update admins set call_data = false where login = 'resellerThree'`.execute(platform.database.kysely);
  expect(await statuses(await platform.as("resellerThree"))).toEqual([403, 403, 403, 403]);
  await sql`update admins set call_data = true where login = 'resellerThree'`.execute(platform.database.kysely);
  expect(await statuses(await platform.as("resellerThree"))).toEqual([200, 200, 200, 200]);
});

it("gives the messages of a call as pcap, text and JSON", async () => {
  const path = `/api/sipcaptures/${encodeURIComponent("one@x")}`;
  const file = await admin.send("GET", path, undefined, { accept: "application/vnd.tcpdump.pcap" });
  expect(file.headers).toMatchObject({
    "content-type": "application/vnd.tcpdump.pcap",
    "content-disposition": expect.stringContaining('filename="2026-01-31_10-00-00_-one@x.pcap"'),
    "cache-control": "no-store",
  });
  const view = new DataView(new Uint8Array(file.bytes).buffer);
  expect(view.getUint32(0, true)).toBe(0xa1b2c3d4);
  const first = view.getUint32(24, true) * 1e6 + view.getUint32(28, true);
  expect(first).toBe(Date.UTC(2026, 0, 31, 10) * 1000 + 7);
  // Clients that ask for nothing get the file, as from older platforms.
  expect((await admin.send("GET", path, undefined, { accept: "*/*" })).headers["content-type"]).toBe(
    "application/vnd.tcpdump.pcap",
  );
  const text = await admin.send("GET", path, undefined, { accept: "text/plain" });
  expect(text.headers["content-type"]).toBe("text/plain; charset=utf-8");
  const ways = text.text.split("\n").filter((line) => line.includes(" -> "));
  expect(ways.map((line) => line.split(" ")[0])).toEqual(["UDP", "UDP", "TCP", "UDP"]);
  const { body } = await admin.send("GET", path);
  expect((body.messages as WireRecord[])[0]).toEqual({
    timestamp: "2026-01-31T10:00:00.000007Z",
    protocol: "IPv4",
    transport: "UDP",
    src_ip: "192.0.2.1",
    src_port: 5060,
    dst_ip: "192.0.2.2",
    dst_port: 5060,
    method: "INVITE",
    cseq_method: "INVITE",
    call_id: "one@x",
    from_uri: "sip:ada@r2.example.org",
    request_uri: "sip:bob@r3.example.org",
    payload: expect.stringMatching(/^INVITE/),
  });
  expect((await admin.send("GET", "/api/sipcaptures/none", undefined, { accept: "*/*" })).status).toBe(404);
});

it.each([
  ["call_id=one@x", ["one@x"]],
  ["call_id=*ü*", ["two/ü@x"]],
  ["call_id=nothing", []],
  ["method=OPTIONS", ["three@x"]],
  ["response=486", ["two/ü@x"]],
  ["from_uri=*ada*&response=200", ["one@x"]],
  ["start_ge=2026-01-31T10:30:00Z&start_le=2026-01-31T11:30:00Z", ["two/ü@x"]],
  // It went on by then, but had begun before.
  ["start_ge=2026-01-31T10:00:30Z&start_le=2026-01-31T10:30:00Z", []],
  ["start_ge=never", []],
  ["subscriber_id=999999", []],
  ["subscriber_id=x", []],
  ["reseller_id=3", []],
  ["id=two/ü@x", ["two/ü@x"]],
])("filters calls by %s", async (query, expected) => {
  expect(idsOf(await calls(admin, query))).toEqual(expected);
});

it.each([
  ["method=486", ["two/ü@x 486"]],
  ["method=BYE", ["one@x BYE"]],
  ["start_ge=2026-01-31T11:30:00Z", ["three@x OPTIONS"]],
  ["start_le=2026-01-31T10:00:00Z&call_id=one@x", ["one@x INVITE", "one@x INVITE"]],
  ["start_ge=never", []],
  ["subscriber_id=x", []],
])("filters messages by %s", async (query, expected) => {
  expect(await messagesOf(admin, query)).toEqual(expected);
});
