import DownloadIcon from "@mui/icons-material/Download";
import IconButton from "@mui/material/IconButton";
import { useTranslate } from "ra-core";
import { lazy, Suspense, useState } from "react";
import type { ListParts } from "../views/useViewState.ts";

const loadDialog = async () => ({ default: (await import("./ExportDialog.tsx")).ExportDialog });
const ExportDialog = lazy(loadDialog);

/** Takes all that a list's filters match away as a file. */
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
