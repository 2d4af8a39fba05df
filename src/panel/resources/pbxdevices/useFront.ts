import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslate } from "react-admin";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { loadRecordFile } from "../../providers/files.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";

/** The picture of a model's front. Undefined while it loads; null where there is none that can be shown. */
export function useFront(model: RecordOf<"pbxdevicemodels">) {
  const translate = useTranslate();
  const [url, setUrl] = useState<string | null>();
  const { data: file, isPending } = useQuery({
    queryKey: ["pbxdevicemodels", "front", model.id],
    queryFn: ({ signal }) => loadRecordFile("pbxdevicemodelimages", model.id, { signal }),
    staleTime: 30_000,
  });
  useEffect(() => {
    if (isPending) return;
    const objectUrl = file ? URL.createObjectURL(file) : null;
    setUrl(objectUrl);
    return () => {
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [file, isPending]);
  if (url === undefined || url === null) return url;
  return { url, alt: translate("deviceKeys.front", { model: modelTitle(model) }), onError: () => setUrl(null) };
}

/** `Tessel D45` */
export const modelTitle = (model: RecordOf<"pbxdevicemodels">) =>
  recordTitle(summaryOf("pbxdevicemodels").recordRepresentation, model);
