import DownloadIcon from "@mui/icons-material/Download";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useState } from "react";
import { useTranslate } from "react-admin";
import type { ListParts } from "../views/useViewState.ts";

const loadDialog = async () => ({ default: (await import("./ExportDialog.tsx")).ExportDialog });
const ExportDialog = lazy(loadDialog);

/** Exports all records that match the list's filters. */
export function ExportButton({ descriptor, list, columns }: ListParts) {
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
