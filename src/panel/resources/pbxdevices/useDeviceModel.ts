import { useQuery } from "@tanstack/react-query";
import { useDataProvider } from "react-admin";
import { hasValue } from "../../../core/schema/valueAt.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { type Model, toModel } from "./keys.ts";

export type ModelRecord = RecordOf<"pbxdevicemodels">;

/** A phone and the extension modules that fit it, oldest first. */
export interface DeviceModel {
  readonly phone: Model<ModelRecord>;
  readonly fitting: readonly Model<ModelRecord>[];
}

/** The model of a profile; null: none is chosen yet. */
export function useDeviceModel(profile: number | null) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return useQuery({
    queryKey: ["pbxdevicemodels", "ofProfile", profile],
    queryFn: async ({ signal }): Promise<DeviceModel> => {
      const { data: deviceProfile } = await dataProvider.getOne<RecordOf<"pbxdeviceprofiles">>("pbxdeviceprofiles", {
        id: Number(profile),
        signal,
      });
      const { data: phone } = await dataProvider.getOne<ModelRecord>("pbxdevicemodels", {
        id: deviceProfile.device_id ?? 0,
        signal,
      });
      const modules = (phone.extensions_num ?? 0) > 0 ? await loadModules(dataProvider, phone, signal) : [];
      return { phone: toModel(phone), fitting: modules.map(toModel) };
    },
    enabled: profile !== null,
    staleTime: 30_000,
  });
}

/** Modules of a reseller at most: a page of them. */
const MAX_MODULES = 500;

async function loadModules(
  dataProvider: PanelDataProvider,
  phone: ModelRecord,
  signal: AbortSignal,
): Promise<ModelRecord[]> {
  const { data } = await dataProvider.getList<ModelRecord>("pbxdevicemodels", {
    pagination: { page: 1, perPage: MAX_MODULES },
    sort: { field: "id", order: "ASC" },
    filter: { type: "extension", ...(hasValue(phone.reseller_id) ? { reseller_id: phone.reseller_id } : {}) },
    meta: { expand: [] },
    signal,
  });
  return data.filter((module) => listsModel(phone, module) || listsModel(module, phone));
}

/** Whether the first model lists the second; platforms differ in which of the two lists the other. */
function listsModel({ connectable_models: models }: ModelRecord, { id }: ModelRecord): boolean {
  return models?.includes(id) ?? false;
}
