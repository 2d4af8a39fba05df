import { expect, it } from "vitest";
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
