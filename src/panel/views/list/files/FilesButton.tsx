import ImportExportIcon from "@mui/icons-material/ImportExport";
import IconButton from "@mui/material/IconButton";
import { lazy, Suspense, useState } from "react";
import { useTranslate } from "react-admin";
import type { ListParts } from "../views/useViewState.ts";

const loadMenu = async () => ({ default: (await import("./FilesMenu.tsx")).FilesMenu });
const FilesMenu = lazy(loadMenu);

/** Import and export of files, for resources that have them. */
export function FilesButton(props: ListParts) {
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
