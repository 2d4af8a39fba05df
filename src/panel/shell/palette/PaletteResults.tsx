import Box from "@mui/material/Box";
import ListSubheader from "@mui/material/ListSubheader";
import Typography from "@mui/material/Typography";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type Ref, use, useEffect, useEffectEvent, useImperativeHandle, useState } from "react";
import { useDataProvider, useTranslate } from "react-admin";
import { useNavigate } from "react-router";
import { recordTitle } from "../../../core/recordTitle.ts";
import { summaries } from "../../../generated/index.gen.ts";
import { routes } from "../../../generated/routes.gen.ts";
import { pathTo } from "../../paths.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { loadResource } from "../../providers/resources.ts";
import type { FoundRecord } from "../../providers/search.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { actionKey, nameKey, variantKey } from "../../resource/labels.ts";
import { visuallyHidden } from "../../theme/tokens.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import { iconOf } from "../icons.tsx";
import { matchesWords } from "../menuTree.ts";
import { useFavourites } from "../useFavourites.ts";
import { useMenu } from "../useMenu.ts";
import { type Command, sectionsFor } from "./commands.ts";

/** Keys of the input that control the listbox. */
export interface PaletteKeys {
  readonly press: (event: KeyboardEvent) => void;
}

interface PaletteResultsProps {
  readonly text: string;
  /** The text for which Enter was pressed; unless it changes, its first result opens once loaded. */
  readonly entered: string | undefined;
  /** Id of the listbox. */
  readonly listId: string;
  /** The option that Enter selects; undefined: none. */
  readonly onActive: (optionId: string | undefined) => void;
  /** Enter was pressed for this text, whose results are loading. */
  readonly onEnter: (text: string) => void;
  readonly onClose: () => void;
  readonly ref: Ref<PaletteKeys>;
}

/** The palette's results for a text: pages, favourites, records and create forms. */
export function PaletteResults({ text, entered, listId, onActive, onEnter, onClose, ref }: PaletteResultsProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ text, position: 0 });
  // A new text starts at its first option.
  const position = chosen.text === text ? chosen.position : 0;
  const setPosition = (next: number) => setChosen({ text, position: next });
  const known = useKnownCommands();
  const { commands: records, isSearching, error } = useFoundRecords(text);
  const sections = sectionsFor(known, records, text, matchesWords);
  const commands = sections.flatMap((section) => section.commands);
  const active = commands[Math.min(position, commands.length - 1)];
  const optionId = (command: Command) => `${listId}-${command.key.replaceAll(/\W/g, "_")}`;
  const activeId = active && optionId(active);
  useEffect(() => onActive(activeId), [onActive, activeId]);

  const run = (command: Command) => {
    onClose();
    navigate(command.address);
  };
  // Until the response arrives, records are those of a shorter text, and the ones after them may move.
  const isOutdated = isSearching && active?.section !== "favourites" && active?.section !== "pages";
  const runEntered = useEffectEvent(() => active && run(active));
  const isDue = entered === text && !isOutdated;
  useEffect(() => {
    if (isDue) runEntered();
  }, [isDue]);
  const press = (event: KeyboardEvent) => {
    const last = commands.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: position >= last ? 0 : position + 1,
      ArrowUp: position <= 0 ? last : position - 1,
      PageDown: Math.min(position + 8, last),
      PageUp: Math.max(position - 8, 0),
    };
    const next = steps[event.key];
    if (event.key === "Enter" && isOutdated) onEnter(text);
    else if (event.key === "Enter" && active) run(active);
    else if (next !== undefined) setPosition(Math.max(next, 0));
    else return;
    event.preventDefault();
  };
  useImperativeHandle(ref, () => ({ press }));

  const said = isSearching
    ? translate("app.palette.searching")
    : translate("app.palette.found", { smart_count: commands.length });
  return (
    <>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Box id={listId} role="listbox" aria-label={translate("app.palette.label")} sx={{ overflowY: "auto", py: 0.5 }}>
        {sections.map(({ name, commands: shown }) => (
          <Box key={name} role="group" aria-labelledby={`${listId}-${name}`}>
            <ListSubheader component="div" disableSticky id={`${listId}-${name}`} sx={{ lineHeight: "28px" }}>
              {translate(`app.palette.sections.${name}`)}
            </ListSubheader>
            {shown.map((command) => (
              <Option
                key={command.key}
                id={optionId(command)}
                command={command}
                isActive={command === active}
                onRun={() => run(command)}
                onPoint={() => setPosition(commands.indexOf(command))}
              />
            ))}
          </Box>
        ))}
      </Box>
      {commands.length === 0 && !isSearching && (
        <Typography color="textSecondary" variant="body2" sx={{ px: 2, pb: 2 }}>
          {error ? refusalText(translate, error) : translate("app.palette.nothing")}
        </Typography>
      )}
    </>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly isActive: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}

function Option({ id, command: { label, hint, icon }, isActive, onRun, onPoint }: OptionProps) {
  const Icon = iconOf(icon);
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={(element: HTMLElement | null) => {
        if (isActive) element?.scrollIntoView?.({ block: "nearest" });
      }}
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1.25,
        px: 2,
        minHeight: 36,
        cursor: "pointer",
        bgcolor: isActive ? "action.selected" : undefined,
      }}
    >
      <Icon fontSize="small" sx={{ color: "text.secondary" }} />
      <Typography variant="body2" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {label}
      </Typography>
      {hint && (
        <Typography variant="caption" color="textSecondary" noWrap>
          {hint}
        </Typography>
      )}
    </Box>
  );
}

/** Shorter texts match too much. */
const minLength = 2;
/** Debounce in milliseconds: between two keys of a fast typist. */
const pauseMs = 60;

interface FoundRecords {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
  readonly error: unknown;
}

/** Records of all resources that start with the text. */
function useFoundRecords(text: string): FoundRecords {
  const translate = useTranslate();
  const access = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const settled = useSettled(text.trim());
  const resources = Object.values(summaries)
    .filter((summary) => !summary.parent && access.can(summary, "read") && access.findLack(summary) === null)
    .map(({ name }) => name);
  const isEnabled = settled.length >= minLength;
  const { data, isFetching, error } = useQuery({
    queryKey: ["search", settled],
    queryFn: ({ signal }) => dataProvider.search(settled, { resources, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const toCommand = ({ resource, record }: FoundRecord): Command[] => {
    const { id } = record;
    const address = pathTo(resource, "details", { id }) ?? pathTo(resource, "edit", { id }) ?? pathTo(resource, "list");
    if (!address) return [];
    const { record: template, icon } = summaryOf(resource);
    const label = recordTitle(template, record);
    const hint = `${translate(nameKey(resource), { smart_count: 1 })} #${id}`;
    return [{ key: `${resource} ${id}`, section: "records", label, hint, icon, address }];
  };
  return {
    commands: isEnabled && data ? data.flatMap(toCommand) : [],
    isSearching: text.trim().length >= minLength && (isFetching || settled !== text.trim()),
    error,
  };
}

/** The debounced text. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Pages, favourites and create forms: everything known without a request. */
function useKnownCommands(): Command[] {
  const menu = useMenu();
  const { items } = useFavourites();
  const actions = useActions();
  const pages = menu.flatMap(({ entries }) =>
    entries.map(({ label, icon, address }): Command => ({ key: address, section: "pages", label, icon, address })),
  );
  const favourites = items.map(
    ({ path, title }): Command => ({
      key: `favourite ${path}`,
      section: "favourites",
      label: title,
      icon: "star",
      address: path,
    }),
  );
  return [...favourites, ...pages, ...actions];
}

function useActions(): Command[] {
  const translate = useTranslate();
  const access = useAccess();
  use(loadVariantTexts());
  return routes.flatMap((route) => {
    const { path, resource, view, variant, right } = route;
    const summary = summaries[resource];
    if (view !== "create" || !summary || summary.parent) return [];
    if (!access.can(summary, right) || access.findLack(summary) !== null) return [];
    const label = variant
      ? translate(variantKey(resource, variant))
      : translate(actionKey(resource, "create"), {
          _: translate("app.palette.create", { name: translate(nameKey(resource), { smart_count: 1 }) }),
        });
    const address = pathTo(resource, "create", { variant }) ?? path;
    return [{ key: address, section: "actions", label, icon: "add", address }];
  });
}

let loading: Promise<unknown> | undefined;

/** Labels of create variants load with their resources. */
function loadVariantTexts(): Promise<unknown> {
  const withVariants = new Set(routes.flatMap(({ resource, variant }) => (variant ? [resource] : [])));
  loading ??= Promise.all([...withVariants].map(loadResource));
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
