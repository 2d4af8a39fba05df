import { expect, expectTypeOf, it } from "vitest";
import type { Id } from "../../src/core/schema/ids.ts";
import type { ContractCreate, Customer, Resources, SubscriberUpdate } from "../../src/generated/types/index.gen.ts";
import { buildings, house, rooms, site, sourcesOf } from "../__fixtures__/sources.ts";
import { toModel } from "../generate.ts";
import { compileTypes, emitRecordTypes } from "./recordTypes.ts";

it("are a module a resource, with what creates and updates a record", async () => {
  const model = toModel(sourcesOf([buildings, rooms], house, site));
  const files = await emitRecordTypes(model, compileTypes);
  expect(files.get("types/rooms.gen.ts")?.split("\n").slice(3)).toMatchInlineSnapshot(`
    [
      "import type { Id } from "../../core/schema/ids.ts";",
      "",
      "/** The records of "rooms". */",
      "export interface RoomShapes {",
      "  record: {",
      "    id: Id<"rooms">",
      "    name: string",
      "    seats?: (number | null)",
      "    has_pin?: (boolean | null)",
      "    /**",
      "     * Format: digits.",
      "     */",
      "    pin?: (string | null)",
      "    building_id?: Id<"buildings"> | null",
      "  }",
      "  create: ({",
      "    name: string",
      "    seats?: (number | null)",
      "    building_id?: Id<"buildings"> | null",
      "  } & ({",
      "    /**",
      "     * Format: digits.",
      "     */",
      "    pin?: (string | null)",
      "    has_pin: true",
      "  } | {",
      "    has_pin?: (false | null)",
      "  }))",
      "  update: {",
      "    name: string",
      "    seats?: (number | null)",
      "    has_pin?: (boolean | null)",
      "    /**",
      "     * Format: digits.",
      "     */",
      "    pin?: (string | null)",
      "    building_id?: Id<"buildings"> | null",
      "  }",
      "}",
      "",
      "export type Room = RoomShapes["record"];",
      "export type RoomCreate = RoomShapes["create"];",
      "export type RoomUpdate = RoomShapes["update"];",
      "",
    ]
  `);
  expect(files.get("types/index.gen.ts")).toContain("  rooms: RoomShapes;\n");
});

it("name what an id is of, and its choices", () => {
  expectTypeOf<Customer["contact_id"]>().toEqualTypeOf<Id<"customercontacts">>();
  expectTypeOf<Resources["subscribers"]["record"]["id"]>().toEqualTypeOf<Id<"subscribers">>();
  expectTypeOf<Id<"customers">>().not.toExtend<Id<"resellers">>();
  expectTypeOf<number>().toExtend<Id<"resellers">>();
  expectTypeOf<Resources["contracts"]["record"]["type"]>().toEqualTypeOf<"sippeering" | "reseller">();
});

it("refuse what a schema does not have", () => {
  const base = { contact_id: 1, status: "active" } as const;
  const drafts: ContractCreate[] = [
    { ...base, type: "sippeering" },
    { ...base, type: "reseller", max_subscribers: 5 },
    // @ts-expect-error Peering contracts have no limit.
    { ...base, type: "sippeering", max_subscribers: 5 },
    // @ts-expect-error No such type.
    { ...base, type: "sip" },
    // @ts-expect-error No contact.
    { type: "sippeering", status: "active" },
    // @ts-expect-error No such field.
    { ...base, type: "sippeering", colour: "red" },
  ];
  // @ts-expect-error It is only read.
  const change: SubscriberUpdate["uuid"] = "2f1c";
  expect([drafts.length, change]).toEqual([6, "2f1c"]);
});
