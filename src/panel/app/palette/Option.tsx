import ArrowForward from "@mui/icons-material/ArrowForward";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Delete from "@mui/icons-material/Delete";
import Edit from "@mui/icons-material/Edit";
import Lock from "@mui/icons-material/Lock";
import LockOpen from "@mui/icons-material/LockOpen";
import MoreHoriz from "@mui/icons-material/MoreHoriz";
import Tune from "@mui/icons-material/Tune";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ElementType, MouseEvent } from "react";
import { useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { statusField } from "../../../core/validation/transitions.ts";
import { findFolded, type TextRange } from "../../../core/values/foldText.ts";
import { toNumberParts } from "../../../core/values/phoneNumber.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { FieldValue } from "../../kinds/Value.tsx";
import { fieldKey, nameKey } from "../../navigation/labels.ts";
import type { FoundRecord } from "../../providers/search.ts";
import { summaryOf } from "../../providers/summaries.ts";
import { useCellContext } from "../../views/useCellContext.ts";
import { iconOf } from "../icons.tsx";
import type { Command } from "./commands.ts";
import styles from "./palette.module.css";

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  /** The typed text, to mark in a record. */
  readonly query: string;
  /** Descriptor of a record's resource, once it is loaded. */
  readonly descriptor?: ResourceDescriptor | undefined;
  readonly isActive: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
  /** Opens the record's actions, for those who point: the keyboard has Tab. */
  readonly onActions: () => void;
}

/** An entry of the palette; records say what was found, whose they are, and their state. */
export function Option({ id, command, query, descriptor, isActive, onRun, onPoint, onActions }: OptionProps) {
  const translate = useTranslate();
  const { label, hint, icon, verb, hit } = command;
  const Icon = actionIcons[icon] ?? iconOf(icon);
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
      className={`line ${styles.option}`}
      data-found={hit ? "" : undefined}
    >
      <Icon fontSize="small" className="quiet" />
      <div className="grow">
        <Typography variant="body2" noWrap={!hit} className="anywhere">
          {verb && <strong>{verb} </strong>}
          {hit ? <Marked text={label} query={query} /> : label}
        </Typography>
        {hit && (
          <HitDetails hit={hit} title={label} query={query} isLoaded={descriptor !== undefined} isActive={isActive} />
        )}
      </div>
      {hit && descriptor && <State hit={hit} descriptor={descriptor} />}
      {hit && isActive && (
        <span
          aria-hidden
          title={translate("views.record.actions", { title: label })}
          // The input keeps the focus.
          onMouseDown={(event: MouseEvent) => event.preventDefault()}
          onClick={(event: MouseEvent) => {
            event.stopPropagation();
            onActions();
          }}
          className={`flex round-8 ${styles.run}`}
        >
          <MoreHoriz fontSize="small" />
        </span>
      )}
      {hint && (
        <Typography variant="caption" color={isActive ? "textPrimary" : "textSecondary"} noWrap>
          {hint}
        </Typography>
      )}
    </Box>
  );
}

interface HitDetailsProps {
  readonly hit: FoundRecord;
  readonly title: string;
  readonly query: string;
  /** The names of its fields are known. */
  readonly isLoaded: boolean;
  readonly isActive: boolean;
}

/** Distinguishes records with one title: kind, number, customer, and the matched value. */
function HitDetails({ hit: { resource, record, match }, title, query, isLoaded, isActive }: HitDetailsProps) {
  const translate = useTranslate();
  const number = numberText(record.primary_number);
  const owners = [titleBehind(record, "customer_id", "customers"), titleBehind(record, "subscriber_id", "subscribers")];
  const titles = [title, number].filter((text) => text !== undefined);
  const isShown = !match || match.field === "id" || titles.some((text) => highlightRange(text, query) !== undefined);
  const value = match && (match.isNumber ? `+${match.text}` : match.text);
  const parts = [
    { key: "kind", text: `${translate(nameKey(resource), { smart_count: 1 })} #${record.id}` },
    ...(number === undefined ? [] : [{ key: "number", text: number }]),
    ...owners.flatMap((text, index) => (text === undefined || text === title ? [] : [{ key: `owner${index}`, text }])),
    ...(!isShown && value !== undefined && match
      ? [
          {
            key: "match",
            text: value,
            label: isLoaded && !match.isNumber ? translate(fieldKey(resource, match.field), { _: "" }) : "",
          },
        ]
      : []),
  ];
  return (
    <Typography
      variant="caption"
      // On the mark of the active option, secondary text has too little contrast.
      color={isActive ? "textPrimary" : "textSecondary"}
      component="p"
      className="anywhere"
    >
      {parts.map(({ key, text, ...further }, index) => (
        <span key={key}>
          {index > 0 && " · "}
          {"label" in further && further.label !== "" && `${further.label} `}
          <Marked text={text} query={key === "kind" ? "" : query} />
        </span>
      ))}
    </Typography>
  );
}

/** A text with the typed part marked. */
function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const span = query === "" ? undefined : highlightRange(text, query);
  if (!span) return text;
  const [start, end] = span;
  return (
    <>
      {text.slice(0, start)}
      <mark className={styles.match}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function State({ hit, descriptor }: { readonly hit: FoundRecord; readonly descriptor: ResourceDescriptor }) {
  const context = useCellContext(descriptor.name, "words");
  const field = descriptor.fields.find(({ name }) => name === statusField(descriptor));
  if (!field?.enum) return null;
  return (
    <Typography variant="caption" component="span" className="rigid">
      <FieldValue field={field} record={hit.record} context={context} />
    </Typography>
  );
}

/** `+44 20 79460113`; what was found may be of any resource, and most have no number. */
function numberText(value: Json | undefined): string | undefined {
  const parts = toNumberParts(value);
  return parts ? `+${[parts.cc, parts.ac, parts.sn].filter(Boolean).join(" ")}` : undefined;
}

/** The title of an expanded record. */
function titleBehind(record: FoundRecord["record"], reference: string, resource: string): string | undefined {
  const expanded = record[`${reference}_expand`];
  return isObject(expanded) ? recordTitle(summaryOf(resource).recordRepresentation, expanded) : undefined;
}

/** Icons of actions on a record, by the names of `recordCommands`. */
const actionIcons: Readonly<Record<string, ElementType>> = {
  open_in_full: ArrowForward,
  content_copy: ContentCopy,
  delete: Delete,
  edit: Edit,
  lock: Lock,
  lock_open: LockOpen,
  tune: Tune,
};

/**
 * Finds typed text in a shown one: without case and accents, and digits whatever stands between them. `46011` is
 * in `+44 20 794 601 13`, and so are `0044 20` and `020 79`.
 */
export function highlightRange(text: string, query: string): TextRange | undefined {
  const term = query.trim().replace(/^(?:sips?|tel|callto):/i, "");
  return findFolded(text, term) ?? findDigits(text, term) ?? findFolded(text, term.replaceAll(/[:.-]/g, ""));
}

function findDigits(text: string, term: string): TextRange | undefined {
  if (!/^\+?[\d\s()/.-]+$/.test(term)) return undefined;
  const digits = term.replace("(0)", "").replaceAll(/\D/g, "");
  const places = [...text].flatMap((letter, index) => (/\d/.test(letter) ? [index] : []));
  const all = places.map((index) => text[index]).join("");
  // As typed, without the international prefix, and without that of a country.
  for (const variant of [digits, digits.replace(/^00/, ""), digits.replace(/^0/, "")]) {
    if (variant.length < 3) continue;
    const start = all.indexOf(variant);
    const [first, last] = [places[start], places[start + variant.length - 1]];
    if (start >= 0 && first !== undefined && last !== undefined) return [first, last + 1];
  }
  return undefined;
}
