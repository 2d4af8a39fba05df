import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { useTranslate } from "react-admin";
import { noProblems } from "../../kinds/controls/InputProps.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { fillTemplate } from "../../providers/deviceFiles.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { Problem } from "../../views/Problem.tsx";
import { FilledFile } from "./FilledFile.tsx";

interface FilePreviewProps {
  readonly text: string;
  readonly hasFaults: boolean;
}

/** The file that a template gives, for a sample or a real device. While it has faults, the last one stays. */
export function FilePreview({ text, hasFaults }: FilePreviewProps): ReactNode {
  const translate = useTranslate();
  const id = useId();
  const mayPick = useAccess().can(summaryOf("pbxdevices"), "lookup");
  const [device, setDevice] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["pbxdeviceconfigs", "preview", text, device],
    queryFn: ({ signal }) => fillTemplate({ data: text, deviceId: device, signal }),
    enabled: !hasFaults && text !== "",
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="below-8" id={`${id}-title`}>
        {translate("devices.template.preview")}
      </h2>
      {mayPick && (
        <ReferencePicker
          id={`${id}-device`}
          label={translate("devices.template.device")}
          help={translate("devices.template.deviceHelp")}
          source={{ resource: "pbxdevices", search: "station_name" }}
          filter={{}}
          value={device}
          onChange={(chosen) => setDevice(typeof chosen === "number" ? chosen : null)}
          required={false}
          readOnly={false}
          problems={noProblems}
        />
      )}
      {error && (
        <Problem
          error={error}
          question={{ resource: "pbxdeviceconfigs", right: "read" }}
          onRetry={() => void refetch()}
        />
      )}
      <FilledFile filled={data} label={translate("devices.template.preview")} />
    </section>
  );
}
