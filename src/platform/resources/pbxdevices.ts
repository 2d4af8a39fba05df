import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { FieldDescriptor, Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { type KeyedModel, type KeyRange, modulesOf, rangeOf } from "../../core/telephony/deviceKeys.ts";
import type { TemplateFault } from "../../core/telephony/deviceTemplates/liquidTemplate.ts";
import { directiveRules } from "../../core/validation/deviceTemplateRules.ts";
import { parseFileValue } from "../../core/validation/fileValue.ts";
import { memoize } from "../../core/values/memoize.ts";
import { findTemplateFaults } from "../features/provisioning/configFile.ts";
import { bareIdentifier } from "../features/provisioning/deviceChain.ts";
import { compatibleModules } from "../features/provisioning/deviceFacts.ts";
import { enqueueRedirect } from "../features/provisioning/redirect/redirects.ts";
import { isColumnChanged, lineChecks, nextValue, toJsonArray } from "../records/hookHelpers.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import { likeCondition, toLikePattern } from "../records/query/like.ts";
import type { ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

export const pbxdevicemodels: ResourceHooks<"pbxdevicemodels"> = {
  checks: {
    connectsSameKind: {
      beforeWrite: async ({ context, values, previous }) => {
        const connectable = await context.loadAll("pbxdevicemodels", values.connectable_models ?? []);
        const type = values.type ?? previous?.type;
        return [...connectable.values()].some((other) => other.type === type)
          ? [{ pointer: "/connectable_models" }]
          : [];
      },
    },
  },

  /** Groups of keys are numbered by their place. */
  async afterRead(_reading, rows, records) {
    for (const [index, record] of records.entries())
      record.linerange = rows[index]?.linerange.map((range, place) => ({ ...range, id: place + 1 })) ?? [];
  },

  async beforeWrite({ values, descriptor }) {
    if (!values.linerange) return;
    const { fields = [] } = descriptor.fields.find(({ name }) => name === "linerange") ?? {};
    Object.assign(values, {
      linerange: values.linerange.map((range) => ({ ...withDefaults(range, fields), num_lines: range.keys.length })),
    });
  },
};

/** What is stored: with the defaults of fields that are not given, also within its lists. */
function withDefaults(values: WireRecord, fields: readonly FieldDescriptor[]): Record<string, Json> {
  const stored = fields.filter(({ readOnly }) => !readOnly);
  return Object.fromEntries(
    stored.map(({ name, default: usual = null, fields: inner }): [string, Json] => {
      const value = values[name] ?? usual;
      return [
        name,
        inner && Array.isArray(value) ? value.filter(isObject).map((entry) => withDefaults(entry, inner)) : value,
      ];
    }),
  );
}

/** Returns the faults of a new template. */
const faultsOf = memoize(async ({ values }: WriteEvent<"pbxdeviceconfigs">): Promise<readonly TemplateFault[]> => {
  const file = typeof values.data === "string" ? parseFileValue(values.data) : undefined;
  return file ? findTemplateFaults(Buffer.from(file.base64, "base64").toString("utf8")) : [];
});

export const pbxdeviceconfigs: ResourceHooks<"pbxdeviceconfigs"> = {
  checks: lineChecks(directiveRules, "/data", faultsOf),
};

export const pbxdevices: ResourceHooks<"pbxdevices"> = {
  checks: {
    keysUnknown: {
      beforeWrite: async (event) => {
        const places = await placesOf(event);
        return newLines(event).flatMap(({ index, line }) =>
          places(line).range ? [] : [{ pointer: `/lines/${index}/linerange` as const }],
        );
      },
    },
    keyOutOfRange: {
      beforeWrite: async (event) => {
        const places = await placesOf(event);
        return newLines(event).flatMap(({ index, line }) => {
          const count = places(line).range?.keys.length;
          return count === undefined || line.key_num < count
            ? []
            : [{ pointer: `/lines/${index}/key_num` as const, params: { last: count - 1 } }];
        });
      },
    },
    tooManyModules: {
      beforeWrite: async (event) => {
        const places = await placesOf(event);
        return newLines(event).flatMap(({ index, line }) => {
          const { module, maxModules } = places(line);
          return module <= maxModules
            ? []
            : [{ pointer: `/lines/${index}/extension_unit` as const, params: { smart_count: maxModules } }];
        });
      },
    },
    notDeviceId: {
      beforeWrite: async (event) => {
        const lines = newLines(event);
        const numbers = await event.context.loadAll(
          "numbers",
          lines.flatMap(({ line }) => line.deviceid_number_id ?? []),
        );
        return lines.flatMap(({ index, line }) => {
          const number = numbers.get(line.deviceid_number_id ?? 0);
          // One that does not exist is an error already.
          return !number || (number.is_devid && number.subscriber_id === line.subscriber_id)
            ? []
            : [{ pointer: `/lines/${index}/deviceid_number_id` as const }];
        });
      },
    },
  },

  filters: {
    pbx_extension: { reads: "lines", where: (value) => usedBy("pbx_extension", value) },
    display_name: { reads: "lines", where: (value) => usedBy("display_name", value) },
  },

  async beforeValidate({ body }) {
    return typeof body.identifier === "string" ? { ...body, identifier: bareIdentifier(body.identifier) } : body;
  },

  async afterWrite({ context, previous, row }) {
    if (!context.settings.devices.redirects) return;
    if (previous?.identifier === row.identifier && previous.model_id === row.model_id) return;
    if (previous) await enqueueRedirect(context.db, "unregister", previous, context.now);
    await enqueueRedirect(context.db, "register", row, context.now);
  },

  async beforeRemove({ context, row }) {
    if (context.settings.devices.redirects) await enqueueRedirect(context.db, "unregister", row, context.now);
  },
};

/** Devices with a key for a subscriber whose column has this text, where `*` and `?` stand for any and one character. */
function usedBy(column: "pbx_extension" | "display_name", text: string): RawBuilder<boolean> {
  const pattern = toLikePattern(text).replaceAll("?", "_");
  return sql<boolean>`exists (
    select 1 from jsonb_array_elements(${sql.ref(`${rootAlias}.lines`)}) as line
      join subscribers as seat on seat.id = (line ->> 'subscriber_id')::int
    where ${likeCondition(sql.ref(`seat.${column}`), pattern)})`;
}

type DeviceEvent = WriteEvent<"pbxdevices">;
type DeviceLine = NonNullable<Row<"pbxdevices">["lines"]>[number];

/** Lines that are new to the device's model: what stands already may stay, also when the model has changed since. */
function newLines(event: DeviceEvent): readonly { readonly index: number; readonly line: DeviceLine }[] {
  const { previous } = event;
  const before = toJsonArray(isColumnChanged(event, "profile_id") ? undefined : previous?.lines);
  const lines = toJsonArray(nextValue(event, "lines")).map((line, index) => ({ index, line }));
  return lines.filter(({ line }) => !before.some((former) => isDeepStrictEqual(former, line)));
}

interface Models {
  readonly phone: Row<"pbxdevicemodels"> | undefined;
  /** The modules that fit it, oldest first. */
  readonly fitting: readonly Row<"pbxdevicemodels">[];
}

/** Models by profile, loaded once for devices that are stored together. */
const modelsOf = memoize((_: DeviceEvent["batch"]) => new Map<number, Models>());

interface KeyPlacement {
  /** Undefined: there is none of this name. */
  readonly range: KeyRange | undefined;
  /** The number of the module that it is on; 0: the phone. */
  readonly module: number;
  /** The number of modules that fit the phone at once. */
  readonly maxModules: number;
}

/** Returns the placement of each line of a device. */
const placesOf = memoize(async (event: DeviceEvent): Promise<(line: DeviceLine) => KeyPlacement> => {
  const models = modelsOf(event.batch);
  const profileId = nextValue(event, "profile_id") ?? 0;
  const { phone, fitting } = models.get(profileId) ?? (await loadModels(event.context, profileId));
  models.set(profileId, { phone, fitting });
  const keyed = (model: Row<"pbxdevicemodels"> | undefined): KeyedModel => ({
    linerange: model?.linerange ?? [],
  });
  const { moduleOf } = modulesOf(keyed(phone), fitting.map(keyed), toJsonArray(nextValue(event, "lines")));
  const maxModules = phone?.extensions_num ?? 0;
  return (line) => {
    const module = moduleOf(line);
    if (!module) return { range: rangeOf(keyed(phone), line), module: 0, maxModules };
    return { range: module.model && rangeOf(module.model, line), module: module.number, maxModules };
  };
});

async function loadModels(context: WriteEvent["context"], profileId: number): Promise<Models> {
  const profile = await context.load("pbxdeviceprofiles", profileId);
  const config = profile && (await context.load("pbxdeviceconfigs", profile.config_id));
  const phone = config && (await context.load("pbxdevicemodels", config.device_id));
  if (!phone) return { phone, fitting: [] };
  const modules = context.db
    .selectFrom(["pbxdevicemodels as module", "pbxdevicemodels as phone"])
    .selectAll("module")
    .where("phone.id", "=", phone.id)
    .where(compatibleModules);
  return { phone, fitting: await modules.orderBy("module.id").execute() };
}
