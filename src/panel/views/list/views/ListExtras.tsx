import DownloadIcon from "@mui/icons-material/Download";
import ImportExportIcon from "@mui/icons-material/ImportExport";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useTranslate } from "react-admin";
import { later } from "../../../providers/later.ts";
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

const ExportDialog = later(() => import("../export/ExportDialog.tsx"), "ExportDialog");

/** Exports all records that match the list's filters. */
function ExportButton({ descriptor, list, columns }: ListParts) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const label = translate("lists.export.label");
  return (
    <>
      <IconButton aria-label={label} title={label} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <DownloadIcon fontSize="small" />
      </IconButton>
      {isOpen && (
        <ExportDialog descriptor={descriptor} list={list} columns={columns} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const FilesMenu = later(() => import("../files/FilesMenu.tsx"), "FilesMenu");

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
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <ImportExportIcon fontSize="small" />
      </IconButton>
      {anchor && <FilesMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
