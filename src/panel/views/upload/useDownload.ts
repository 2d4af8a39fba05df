import { useNotify, useTranslate } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { downloadCsv } from "../../providers/csvDownload.ts";
import type { Query } from "../../providers/http.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { refusalText } from "../record/refusalText.ts";

/** Saves the file of a resource's records; says so when that fails. */
export function useDownload(descriptor: ResourceDescriptor): (query: Query) => void {
  const translate = useTranslate();
  const notify = useNotify();
  return (query) => {
    downloadCsv(descriptor, query).catch(async (error: unknown) => {
      await addTexts("lists");
      notify("lists.csv.failed", { type: "error", messageArgs: { reason: refusalText(translate, error) } });
    });
  };
}
