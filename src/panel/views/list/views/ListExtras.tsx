import { ExportButton } from "../export/ExportButton.tsx";
import { FilesButton } from "../files/FilesButton.tsx";
import { SavedViews } from "./SavedViews.tsx";
import type { ListParts } from "./useViewState.ts";
import "./views.css";

/** Saved views and export. Not needed to show the list, so they load after it. */
export function ListExtras(props: ListParts) {
  return (
    <>
      <SavedViews {...props} />
      <ExportButton {...props} />
      {(props.descriptor.csv || props.descriptor.madeByCsvOf) && <FilesButton {...props} />}
    </>
  );
}
