import DownloadIcon from "@mui/icons-material/Download";
import ImportExportIcon from "@mui/icons-material/ImportExport";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useState } from "react";
import { useTranslate } from "react-admin";
import { SavedViews } from "./SavedViews.tsx";
import type { ListParts } from "./useViewState.ts";

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

const loadDialog = async () => ({ default: (await import("../export/ExportDialog.tsx")).ExportDialog });
const ExportDialog = lazy(loadDialog);

/** Exports all records that match the list's filters. */
function ExportButton({ descriptor, list, columns }: ListParts) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const label = translate("lists.export.label");
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onClick={() => setIsOpen(true)}
      >
        <DownloadIcon fontSize="small" />
      </IconButton>
      {isOpen && (
        <Suspense>
          <ExportDialog descriptor={descriptor} list={list} columns={columns} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const loadMenu = async () => ({ default: (await import("../files/FilesMenu.tsx")).FilesMenu });
const FilesMenu = lazy(loadMenu);

/** Import and export of files, for resources that have them. */
function FilesButton(props: ListParts) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = translate("lists.csv.label");
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        onPointerEnter={() => void loadMenu()}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ImportExportIcon fontSize="small" />
      </IconButton>
      {anchor && (
        <Suspense>
          <FilesMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
