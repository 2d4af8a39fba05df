import { ExportButton } from "../export/ExportButton.tsx";
import { FilesButton } from "../files/FilesButton.tsx";
import { SavedViews } from "./SavedViews.tsx";
import type { ListParts } from "./useViewState.ts";
import "./views.css";

/** Ways to keep and to take away what a list shows. Not needed to fill it, so all of it comes after that. */
export function ListExtras(props: ListParts) {
  return (
    <>
      <SavedViews {...props} />
      <ExportButton {...props} />
      {(props.descriptor.csv || props.descriptor.madeByCsvOf) && <FilesButton {...props} />}
    </>
  );
}
