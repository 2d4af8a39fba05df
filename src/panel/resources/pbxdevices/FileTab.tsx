import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useGetList, useLocale, useTranslate } from "react-admin";
import { compareVersions } from "../../../core/values/compareVersions.ts";
import { timeAgo } from "../../kinds/time/timeAgo.ts";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { fillTemplate } from "../../providers/deviceFiles.ts";
import { hasExtension } from "../../providers/extensions.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { CopyButton } from "../../views/CopyButton.tsx";
import { LoadState } from "../../views/LoadError.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { FilledFile } from "../pbxdeviceconfigs/FilledFile.tsx";
import { useDeviceModel } from "./useDeviceModel.ts";

/** Shows whether a device has fetched its configuration, the URLs where it does so, and the file without passwords. */
export function FileTab({ record }: CustomTabProps<"pbxdevices">): ReactNode {
  const translate = useTranslate();
  const query = useQuery({
    queryKey: ["pbxdevices", "file", record.id],
    queryFn: ({ signal }) => fillTemplate({ deviceId: record.id, signal }),
    enabled: hasExtension("config_preview"),
    retry: false,
  });
  const { data, error, isFetching, refetch } = query;
  const origin = window.location.origin;
  const urls = [
    ["config", `${origin}/device/autoprov/config/${record.identifier}`],
    ["bootstrap", `${origin}/device/autoprov/bootstrap/${record.identifier}`],
  ] as const;
  return (
    <div className="stack">
      <Fetched device={record} />
      <SimpleShowLayout className="stack gap-8">
        {urls.map(([name, url]) => (
          <Labeled key={name} label={`devices.file.${name}`}>
            <code translate="no">{url}</code> <CopyButton text={url} />
          </Labeled>
        ))}
      </SimpleShowLayout>
      <div className="row across-16 baseline">
        <h2>{translate("devices.file.content")}</h2>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {translate("devices.file.refresh")}
        </Button>
      </div>
      <p className="quiet">{translate("devices.file.masked")}</p>
      {error && <LoadState query={query} question={{ resource: "pbxdevices", right: "read" }} />}
      {data?.faults.map(({ rule, line, params }) => (
        <Alert key={`${rule} ${line}`} severity="error">
          {translate(`rules.business.${rule}`, { line, ...params })}
        </Alert>
      ))}
      <FilledFile filled={data} label={translate("devices.file.content")} />
    </div>
  );
}

type DeviceRequest = RecordOf<"pbxdevicerequests">;

/** Firmwares of a model that are compared: a page, the last ones stored. */
const MAX_FIRMWARES = 500;

/** Shows the outcome of the device's last requests, and whether its firmware is the newest of its model. */
function Fetched({ device }: { readonly device: RecordOf<"pbxdevices"> }): ReactNode {
  const translate = useTranslate();
  const locale = useLocale();
  const { data: requests, error } = useGetList<DeviceRequest>("pbxdevicerequests", {
    filter: { device_id: device.id },
    pagination: { page: 1, perPage: 50 },
    sort: { field: "time", order: "DESC" },
  });
  const { data: model, isLoading: isModelLoading } = useDeviceModel(device.profile_id);
  const mayReadFirmware = useAccess().can(summaryOf("pbxdevicefirmwares"), "read");
  const { data: firmwares, isLoading } = useGetList<RecordOf<"pbxdevicefirmwares">>(
    "pbxdevicefirmwares",
    {
      filter: { device_id: model?.phone.record.id },
      pagination: { page: 1, perPage: MAX_FIRMWARES },
      sort: { field: "id", order: "DESC" },
    },
    { enabled: mayReadFirmware && model !== undefined },
  );
  if (error) return null;
  // Both at once: nothing moves down when the other one arrives.
  if (!requests || isModelLoading || isLoading) return <FactsSkeleton />;
  const firmware = phoneFirmware(requests, firmwares ?? []);
  const ago = ({ time }: DeviceRequest) => timeAgo(new Date(time), new Date(), locale);
  const served = requests.find(({ kind, outcome }) => kind === "config" && outcome === "served");
  const failed = requests.find(({ outcome }) => outcome !== "served" && outcome !== "nothing_newer");
  const isRefusedLast = failed && (!served || failed.time > served.time);
  return (
    <div role="status">
      {!served && <Alert severity="info">{translate("devices.file.never")}</Alert>}
      {served && (
        <Alert severity="success">
          {translate("devices.file.fetched", { version: served.detail, ago: ago(served) })}{" "}
          {translate(served.is_encrypted === true ? "devices.file.encrypted" : "devices.file.open")}
        </Alert>
      )}
      {firmware && (
        <Alert severity={firmware.isOlder ? "warning" : "success"}>
          {translate(`devices.file.${firmware.isOlder ? "firmwareOlder" : "firmwareCurrent"}`, {
            version: firmware.version,
            newest: firmware.newest,
          })}
        </Alert>
      )}
      {isRefusedLast && (
        <Alert severity="error">
          {translate("devices.file.refused", {
            ago: ago(failed),
            reason: translate(`resources.pbxdevicerequests.enums.outcome.${failed.outcome}`),
          })}
          {typeof failed.detail === "string" && failed.outcome === "template_failed" && (
            <>
              {" "}
              <code translate="no">{failed.detail}</code>
            </>
          )}
        </Alert>
      )}
    </div>
  );
}

/** Version of a phone's firmware, and whether a newer one is stored for its model. */
const dotted = /\d+(?:\.\d+)+/g;

/**
 * The firmware of a phone by its requests, latest first, and those stored for its model. Phones name theirs in the
 * User-Agent, as a version with as many parts as the stored ones; otherwise their last request for firmware tells.
 * Undefined when nothing does, or none is stored.
 */
export function phoneFirmware(
  requests: readonly DeviceRequest[],
  firmwares: readonly Pick<RecordOf<"pbxdevicefirmwares">, "version">[],
) {
  const versions = firmwares.map(({ version }) => version).sort(compareVersions);
  const newest = versions.at(-1);
  if (newest === undefined) return undefined;
  const version = versionNamed(requests, countVersionParts(newest)) ?? versionLoaded(requests);
  return version === undefined ? undefined : { version, newest, isOlder: compareVersions(version, newest) < 0 };
}

const countVersionParts = (version: string) => version.split(".").length;

function versionNamed(requests: readonly DeviceRequest[], parts: number): string | undefined {
  if (parts < 2) return undefined;
  for (const { user_agent } of requests) {
    const versions = user_agent?.match(dotted) ?? [];
    const version = versions.find((candidate) => countVersionParts(candidate) === parts);
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Returns the version that it loaded, or had when there was nothing newer. */
function versionLoaded(requests: readonly DeviceRequest[]): string | undefined {
  const last = requests.find(
    ({ kind, outcome }) => kind === "firmware" && (outcome === "served" || outcome === "nothing_newer"),
  );
  return last?.detail ?? undefined;
}
