import { useNotify, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { downloadCsv } from "../../providers/files.ts";
import type { Query } from "../../providers/http.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { requestErrorText } from "../requestErrorText.ts";

/** Downloads the file of a resource's records; notifies on failure. */
export function useDownload(descriptor: ResourceDescriptor): (query: Query) => void {
  const translate = useTranslate();
  const notify = useNotify();
  return (query) => {
    downloadCsv(descriptor, query).catch(async (error: unknown) => {
      await addTexts("lists");
      notify("lists.csv.failed", { type: "error", messageArgs: { reason: requestErrorText(translate, error) } });
    });
  };
}
