import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { drawModel } from "../provisioning/catalogue/drawModel.ts";
import { abilities, column, type ReadyModel } from "../provisioning/catalogue/readyModel.ts";
import { type Draft, EPOCH } from "./draft.ts";
import type { SeedRow } from "./insertRows.ts";
import type { Tenant } from "./tenants.ts";

/** A fictional model, drawn with its keys. */
type Model = Pick<ReadyModel, "model" | "type" | "width" | "height" | "ranges">;

const VENDOR = "Tessel";
const models: readonly Model[] = [
  {
    model: "D45",
    type: "phone",
    width: 420,
    height: 460,
    ranges: [
      { name: "Full Keys", keys: column(3, 60, "left"), abilities: ["private", "shared", "blf"] },
      { name: "Phone Keys", keys: column(3, 360, "right"), abilities: ["private", "shared", "blf", "speeddial"] },
    ],
  },
  {
    model: "D20",
    type: "phone",
    width: 360,
    height: 440,
    ranges: [{ name: "Phone Keys", keys: column(2, 60, "left"), abilities: ["private", "shared"] }],
  },
  {
    model: "M20",
    type: "extension",
    width: 240,
    height: 460,
    ranges: [
      {
        name: "Module Keys",
        keys: [...column(10, 60, "left"), ...column(10, 180, "right")],
        abilities: ["blf", "speeddial", "transfer"],
      },
    ],
  },
];

/** Seats of a customer that get a phone. */
const SEATS = 6;

/** A reseller's models with configurations and profiles, and phones of the first seats of each cloud PBX. */
export function addDevices(draft: Draft, tenants: readonly Tenant[]): void {
  for (const { id } of tenants) {
    const [desk, small, module] = models.map((model) => draft.add("pbxdevicemodels", rowOf(model, id)));
    const connects = (row: SeedRow) =>
      row.id === desk ? [module] : row.id === module ? [desk] : row.connectable_models;
    draft.complete("pbxdevicemodels", (row) => ({ connectable_models: connects(row) }));
    for (const [index, device_id] of [desk, small, module].entries()) addFirmware(draft, id, Number(device_id), index);
    const [deskProfile, smallProfile] = [desk, small].map((device, index) =>
      addProfile(draft, id, Number(device), models[index]?.model ?? ""),
    );
    for (const customer of draft.rows("customers")) {
      if (customer.reseller_id !== id || customer.type !== "pbxaccount" || customer.status !== "active") continue;
      addPhones(draft, customer.id, [
        { profile_id: Number(deskProfile), model_id: Number(desk) },
        { profile_id: Number(smallProfile), model_id: Number(small) },
      ]);
    }
  }
}

function rowOf({ model, type, ranges }: Model, reseller_id: number): SeedRow {
  return {
    ...{
      reseller_id,
      vendor: VENDOR,
      model,
      type,
      extensions_num: type === "phone" ? 2 : null,
      connectable_models: [],
    },
    ...{ front_image: "sha256-demonstration", front_thumbnail: null, mac_image: null },
    linerange: ranges.map(({ name, keys, abilities: able }) => ({
      ...{ name, keys, num_lines: keys.length },
      ...Object.fromEntries(abilities.map((ability) => [`can_${ability}`, able.includes(ability)])),
    })),
    ...{ bootstrap_method: "http", bootstrap_uri: null },
    bootstrap_config_http_sync_uri: "http://[% client.ip %]/admin/resync",
    bootstrap_config_http_sync_method: "GET",
    bootstrap_config_http_sync_params: "[% server.uri %]/$MA",
  };
}

function addProfile(draft: Draft, reseller_id: number, device_id: number, model: string): number {
  const data = "sha256-demonstration";
  const config = { reseller_id, device_id, version: "1.0", content_type: "text/xml", data };
  const config_id = draft.add("pbxdeviceconfigs", config);
  return draft.add("pbxdeviceprofiles", { reseller_id, config_id, name: `${VENDOR} ${model}`, device_id });
}

/** Two versions, of which the newer one is the stable one. */
function addFirmware(draft: Draft, reseller_id: number, device_id: number, index: number): void {
  const model = models[index]?.model ?? "";
  for (const [version, tag] of [
    ["9.2.0", null],
    ["10.0.1", "stable"],
  ] as const) {
    const filename = `${VENDOR}-${model}-${version}.bin`;
    draft.add("pbxdevicefirmwares", { reseller_id, device_id, version, filename, tag, data: "upload:demonstration" });
  }
}

/** What a phone is given. */
interface Kind {
  readonly profile_id: number;
  readonly model_id: number;
}

/** The first seats of a customer: each has its own line on the first key, and its colleagues on lamps. */
function addPhones(draft: Draft, customer_id: number, [desk, small]: readonly [Kind, Kind]): void {
  const seats = draft
    .rows("subscribers")
    .filter((row) => row.customer_id === customer_id && row.status === "active" && !row.is_pbx_group)
    .slice(0, SEATS);
  seats.forEach((seat, index) => {
    const own = {
      linerange: index === 0 ? "Full Keys" : "Phone Keys",
      key_num: 0,
      type: "private",
      subscriber_id: seat.id,
    };
    const lamps = seats
      .filter(({ id }) => index === 0 && id !== seat.id)
      .slice(0, 3)
      .map(({ id }, key_num) => ({ linerange: "Phone Keys", key_num, type: "blf", subscriber_id: id }));
    draft.add("pbxdevices", {
      ...{ reseller_id: seat.reseller_id, customer_id, ...(index === 0 ? desk : small) },
      identifier: `0050c2${seat.id.toString(16).padStart(6, "0")}`,
      station_name: seat.display_name ?? seat.username,
      lines: [own, ...lamps],
    });
  });
}

/** The pictures and the texts of all models of the demonstration. */
export async function addDeviceFiles(db: Kysely<Tables>): Promise<void> {
  for (const model of models) {
    const picture = Buffer.from(drawModel(model), "utf8");
    await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
      select 'pbxdevicemodels', id, 'front_image', 'image/svg+xml', ${`${model.model}.svg`}, ${picture}::bytea
      from pbxdevicemodels where model = ${model.model}`.execute(db);
  }
  const text = Buffer.from(TEMPLATE, "utf8");
  await sql`insert into recordfiles (resource_name, resource_id, field, media_type, file_name, content)
    select 'pbxdeviceconfigs', id, 'data', 'text/xml', 'phone.xml', ${text}::bytea from pbxdeviceconfigs`.execute(db);
  await addFirmwareFiles(db);
}

/** Its name, and nothing that a phone could run. */
async function addFirmwareFiles(db: Kysely<Tables>): Promise<void> {
  await sql`insert into uploads (key, resource_name, resource_id, field, size, received, changed_at)
    select md5('firmware ' || id)::uuid::text, 'pbxdevicefirmwares', id, 'data', octet_length(filename),
      octet_length(filename), ${EPOCH.toISOString()}::timestamptz from pbxdevicefirmwares`.execute(db);
  await sql`insert into uploadchunks (upload_id, number, content)
    select uploads.id, 0, convert_to(filename, 'UTF8')
    from uploads join pbxdevicefirmwares on pbxdevicefirmwares.id = resource_id
    where resource_name = 'pbxdevicefirmwares'`.execute(db);
  await sql`update pbxdevicefirmwares set data = 'upload:' || key from uploads
    where resource_name = 'pbxdevicefirmwares' and resource_id = pbxdevicefirmwares.id`.execute(db);
}

const TEMPLATE = `<?xml version="1.0" encoding="UTF-8"?>
<phone>
  <station>[% phone.stationname %]</station>
  [% FOREACH range IN phone.lineranges %][% FOREACH line IN range.lines %]
  <key range="[% range.name %]" number="[% line.keynum %]" function="[% line.type %]">
    <user>[% line.username %]</user>
    <server>[% line.domain %]</server>
    <label>[% line.displayname %]</label>
  </key>
  [% END %][% END %]
</phone>
`;
