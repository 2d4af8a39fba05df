import { describe, expect, it } from "vitest";
import { type Answer, embedded } from "../../../tests/support/api.ts";
import { demonstrationUntilEnd } from "../../../tests/support/demonstration.ts";
import type { FieldError } from "../../core/validation/errors.ts";
import { toNormal } from "../../core/validation/formats/ip.ts";

const platform = await demonstrationUntilEnd();
const api = await platform.as("administrator");

interface Block {
  readonly ip: string;
  readonly mask?: number;
}

let serial = 0;
const network = (blocks: readonly Block[]) => ({
  reseller_id: 2,
  name: `Network ${++serial}`,
  description: "Made by a test",
  blocks: blocks.map((block) => ({ ...block })),
});
const send = (...blocks: readonly Block[]) => api.request("POST", "/api/billingnetworks/", network(blocks));
const errorsOf = ({ status, body }: Answer) => [
  status,
  ...((body?.errors ?? []) as unknown as FieldError[]).map(({ pointer, key, params }) => ({ pointer, key, params })),
];

describe("the blocks of a billing network", () => {
  it.each([
    [{ ip: "10.0.4.7", mask: 26 }, { ip: "10.0.4.63" }],
    [{ ip: "10.0.4.63" }, { ip: "10.0.4.7", mask: 26 }],
    [{ ip: "192.0.2.1" }, { ip: "192.0.2.1", mask: 32 }],
    [{ ip: "0.0.0.0", mask: 0 }, { ip: "203.0.113.9" }],
    [{ ip: "2001:db8::", mask: 32 }, { ip: "2001:DB8:5::1" }],
    [{ ip: "2001:db8::1" }, { ip: "2001:0DB8:0:0:0:0:0:1", mask: 128 }],
  ])("%j and %j overlap, and both are named", async (one, other) => {
    const text = ({ ip, mask }: Block) => (mask === undefined ? toNormal(ip) : `${toNormal(ip)}/${mask}`);
    expect(errorsOf(await send(one, other))).toEqual([
      422,
      {
        pointer: "/blocks/1/ip",
        key: "rules.business.networksOverlap",
        params: { one: text(other), other: text(one) },
      },
    ]);
  });

  it.each([
    [{ ip: "10.0.4.7", mask: 26 }, { ip: "10.0.4.64" }],
    [
      { ip: "192.0.2.0", mask: 25 },
      { ip: "192.0.2.128", mask: 25 },
    ],
    [
      { ip: "2001:db8::", mask: 64 },
      { ip: "2001:db8:0:1::", mask: 64 },
    ],
  ])("%j and %j do not, and host bits are kept as typed", async (one, other) => {
    const reply = await send(one, other);
    expect(reply.status).toBe(201);
    const found = embedded(await api.list("billingnetworks", { ip: one.ip }), "billingnetworks");
    expect(found).toContainEqual(
      expect.objectContaining({ blocks: [one, other].map((block) => ({ mask: null, ...block })) }),
    );
  });

  it("are of one family", async () => {
    expect(errorsOf(await send({ ip: "192.0.2.1" }, { ip: "198.51.100.1" }, { ip: "2001:db8::1" }))).toMatchObject([
      422,
      { pointer: "/blocks/2/ip", key: "rules.business.networkFamilies" },
    ]);
  });

  it("have masks that fit their addresses, and there is at least one", async () => {
    expect(errorsOf(await send({ ip: "192.0.2.0", mask: 33 }))).toMatchObject([
      422,
      { pointer: "/blocks/0/mask", key: "rules.maximum", params: { limit: 32 } },
    ]);
    expect(errorsOf(await send())).toMatchObject([422, { pointer: "/blocks", key: "rules.minItems" }]);
  });

  it("may be those of another network", async () => {
    expect((await send({ ip: "192.0.2.77" })).status).toBe(201);
    expect((await send({ ip: "192.0.2.0", mask: 24 })).status).toBe(201);
    const found = embedded(await api.list("billingnetworks", { ip: "192.0.2.77" }), "billingnetworks");
    expect(found.length).toBeGreaterThanOrEqual(2);
  });
});

it("the older list names the blocks of each network", async () => {
  const { body } = await api.request("GET", "/network/ajax?sEcho=1&iDisplayStart=0&iDisplayLength=50");
  expect(body?.aaData).toContainEqual(
    expect.objectContaining({ name: "Head offices", blocks_grp: "192.0.2.0/25, 198.51.100.16/28" }),
  );
});
