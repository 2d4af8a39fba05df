import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Model, toModel } from "./keys.ts";

/** A phone and the extension modules that fit it, oldest first. */
export interface DeviceModel {
  readonly phone: Model<PanelRecord>;
  readonly fitting: readonly Model<PanelRecord>[];
}

/** The model of a profile. */
export function useDeviceModel(profile: Json | undefined) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ["pbxdevicemodels", "ofProfile", profile],
    queryFn: async ({ signal }): Promise<DeviceModel> => {
      const { data: found } = await dataProvider.getOne<PanelRecord>("pbxdeviceprofiles", {
        id: Number(profile),
        signal,
      });
      const { data: phone } = await dataProvider.getOne<PanelRecord>("pbxdevicemodels", {
        id: Number(found.device_id),
        signal,
      });
      const modules = Number(phone.extensions_num) > 0 ? await loadModules(dataProvider, phone, signal) : [];
      return { phone: toModel(phone), fitting: modules.map(toModel) };
    },
    enabled: hasValue(profile),
    staleTime: 30_000,
  });
}

/** Modules of a reseller at most: a page of them. */
const MAX_MODULES = 500;

async function loadModules(
  dataProvider: PanelDataProvider,
  phone: PanelRecord,
  signal: AbortSignal,
): Promise<PanelRecord[]> {
  const { data } = await dataProvider.getList<PanelRecord>("pbxdevicemodels", {
    pagination: { page: 1, perPage: MAX_MODULES },
    sort: { field: "id", order: "ASC" },
    filter: { type: "extension", ...(hasValue(phone.reseller_id) ? { reseller_id: phone.reseller_id } : {}) },
    meta: { expand: [] },
    signal,
  });
  return data.filter((module) => names(phone, module) || names(module, phone));
}

/** Which of the two names the other differs between platforms. */
function names({ connectable_models: models }: PanelRecord, { id }: PanelRecord): boolean {
  return Array.isArray(models) && models.includes(Number(id));
}
