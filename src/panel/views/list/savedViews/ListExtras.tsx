import BookmarkIcon from "@mui/icons-material/Bookmark";
import BookmarkBorderIcon from "@mui/icons-material/BookmarkBorder";
import DownloadIcon from "@mui/icons-material/Download";
import ImportExportIcon from "@mui/icons-material/ImportExport";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { lazyPart } from "../../../providers/lazyComponent.ts";
import { copyText } from "../../../ui/useCopy.ts";
import { type ListParts, useViewState } from "./useViewState.ts";
import type { ViewQuestion } from "./ViewDialogs.tsx";
import type { ViewCommand } from "./ViewMenu.tsx";
import styles from "./views.module.css";

/** Saved views and export. Not needed to show the list, so they load after it. */
export function ListExtras(props: ListParts) {
  return (
    <>
      <SavedViews {...props} />
      <ExportButton {...props} />
      {(props.descriptor.csv || props.descriptor.createdByCsvOf) && <FilesButton {...props} />}
    </>
  );
}

const ExportDialog = lazyPart(() => import("../export/ExportDialog.tsx"), "ExportDialog");

/** Exports all records that match the list's filters. */
function ExportButton({ descriptor, columns }: ListParts) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const label = translate("lists.export.label");
  return (
    <>
      <IconButton aria-label={label} title={label} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <DownloadIcon fontSize="small" />
      </IconButton>
      {isOpen && <ExportDialog descriptor={descriptor} columns={columns} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const FilesMenu = lazyPart(() => import("../files/FilesMenu.tsx"), "FilesMenu");

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

const ViewMenu = lazyPart(() => import("./ViewMenu.tsx"), "ViewMenu");
const ViewDialogs = lazyPart(() => import("./ViewDialogs.tsx"), "ViewDialogs");

/** A list's saved views: the open one, and their commands. */
function SavedViews(props: ListParts) {
  const translate = useTranslate();
  const notify = useNotify();
  const state = useViewState(props);
  const { service, active, isChanged, query, link } = state;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const { name: resource } = props.descriptor;
  if (!service.isOffered) return null;

  const attempt = (request: Promise<unknown>, done: string) =>
    request.then(
      () => notify(done, { messageArgs: { name: active?.name }, type: "success" }),
      (error: Error) => notify(error.message, { type: "error" }),
    );
  const commands: Readonly<Record<ViewCommand, () => void>> = {
    update: () => active && void attempt(service.change(active, { query }), "lists.views.updated"),
    add: () => setQuestion("add"),
    rename: () => setQuestion("rename"),
    remove: () => setQuestion("remove"),
    standard: () => {
      const next = active?.standard ? undefined : active;
      void attempt(
        service.makeStandard(resource, next),
        next ? "lists.views.standardSet" : "lists.views.standardUnset",
      );
    },
    copyLink: () => void copyText(link).then((isCopied) => notify(...linkNotice(isCopied, link))),
    usual: () => state.open(undefined),
  };
  const label = active
    ? translate(isChanged ? "lists.views.openChanged" : "lists.views.open", { name: active.name })
    : translate("lists.views.label");
  const toggle = {
    "aria-label": label,
    "aria-haspopup": "menu" as const,
    "aria-expanded": anchor !== null,
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget),
  };
  return (
    <>
      {active ? (
        <Button size="small" startIcon={<BookmarkIcon />} title={label} className={styles.viewName} {...toggle}>
          <span className="clip">{active.name}</span>
          {isChanged && <em className="quiet normal pad-inline-8">{translate("lists.views.changed")}</em>}
        </Button>
      ) : (
        <IconButton title={label} {...toggle}>
          <BookmarkBorderIcon fontSize="small" />
        </IconButton>
      )}
      {anchor && (
        <ViewMenu
          anchor={anchor}
          state={state}
          onCommand={(command) => commands[command]()}
          onClose={() => setAnchor(null)}
        />
      )}
      {question && (
        <ViewDialogs
          question={question}
          resource={resource}
          state={state}
          onRemove={() => active && void attempt(service.remove(active), "lists.views.removed")}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function linkNotice(isCopied: boolean, link: string): Parameters<ReturnType<typeof useNotify>> {
  return isCopied
    ? ["lists.views.linkCopied", { type: "success" }]
    : ["lists.views.linkNotCopied", { type: "warning", messageArgs: { link }, autoHideDuration: 30_000 }];
}
