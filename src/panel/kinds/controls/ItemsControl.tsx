import Add from "@mui/icons-material/Add";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEventCallback } from "@mui/material/utils";
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import styles from "./controls.module.css";
import { FieldNotes } from "./FieldNotes.tsx";
import { Fieldset } from "./Fieldset.tsx";
import type { InputProps } from "./InputProps.ts";

interface ItemsControlProps extends Pick<InputProps, "id" | "label" | "help" | "required" | "readOnly" | "errors"> {
  readonly items: readonly Json[];
  readonly onItems: (items: readonly Json[]) => void;
  readonly newItem: () => Json;
  /** `onChange` is the same function in every render, so that memoized items can rest. */
  readonly renderItem: (item: Json, index: number, onChange: (item: Json) => void) => ReactNode;
  /** Most items; no more can be added then. */
  readonly maxItems?: number;
  /** Whether order matters, so that items can be moved. */
  readonly isOrdered?: boolean;
  /** "Add number"; a generic label by default. */
  readonly addLabel?: string;
}

/** A vertical list of items to add, remove and move, by mouse and keyboard. */
export function ItemsControl(props: ItemsControlProps): ReactNode {
  const { id, label, help, required, readOnly, errors, items, onItems, renderItem, isOrdered = true } = props;
  const translate = useTranslate();
  const keys = useItemKeys(items.length);
  const { list, addButton, focusItem, focusAdd } = useItemFocus();

  const add = () => {
    keys.insert(items.length);
    onItems([...items, props.newItem()]);
    focusItem(items.length);
  };
  const remove = useEventCallback((index: number) => {
    keys.remove(index);
    onItems(items.filter((_, other) => other !== index));
    if (items.length > 1) focusItem(Math.max(index - 1, 0));
    else focusAdd();
  });
  const move = useEventCallback((index: number, to: number) => {
    keys.swap(index, to);
    onItems(
      items.map((item, position) =>
        position === index ? (items[to] ?? null) : position === to ? (items[index] ?? null) : item,
      ),
    );
  });
  const onItemAt = useItemHandlers((index, next) =>
    onItems(items.map((old, position) => (position === index ? next : old))),
  );
  const isFull = props.maxItems !== undefined && items.length >= props.maxItems;

  return (
    <Fieldset id={id} label={label} help={help} error={errors[""]} required={required}>
      <Stack ref={list} spacing={1.5} component="ol">
        {items.map((item, index) => {
          const position = { label, number: index + 1 };
          const itemError = errors[`/${index}`];
          const itemId = `${id}-${index}`;
          return (
            <li key={keys.list[index]} className="gap-8 flex top">
              <Typography aria-hidden variant="caption" color="textSecondary" className={styles.number}>
                {index + 1}
              </Typography>
              <Box
                id={itemId}
                tabIndex={-1}
                role="group"
                aria-label={translate("forms.items.item", position)}
                aria-describedby={itemError ? `${itemId}-notes` : undefined}
                className="grow"
              >
                {renderItem(item, index, onItemAt(index))}
                {itemError && (
                  <FormHelperText id={`${itemId}-notes`} error>
                    <FieldNotes error={itemError} />
                  </FormHelperText>
                )}
              </Box>
              {!readOnly && (
                <ItemButtons
                  label={label}
                  index={index}
                  isFirst={index === 0}
                  isLast={index === items.length - 1}
                  onMove={isOrdered && items.length > 1 ? move : undefined}
                  onRemove={remove}
                />
              )}
            </li>
          );
        })}
      </Stack>
      {!readOnly && (
        <Stack direction="row" spacing={1} className={`middle ${items.length > 0 ? "above-8" : ""}`}>
          <Button
            ref={addButton}
            size="small"
            startIcon={<Add />}
            onClick={add}
            disabled={isFull}
            aria-describedby={isFull ? `${id}-full` : undefined}
          >
            {props.addLabel ?? translate("forms.items.add", { label })}
          </Button>
          {isFull && (
            <Typography id={`${id}-full`} variant="caption" color="textSecondary" role="status">
              {translate("rules.maxItems", { limit: props.maxItems })}
            </Typography>
          )}
        </Stack>
      )}
    </Fieldset>
  );
}

interface ItemButtonsProps {
  readonly label: string;
  readonly index: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Absent: there is no order, or nothing to change it with. */
  readonly onMove: ((index: number, to: number) => void) | undefined;
  readonly onRemove: (index: number) => void;
}

const ItemButtons = memo(function ItemButtons({ label, index, isFirst, isLast, onMove, onRemove }: ItemButtonsProps) {
  const translate = useTranslate();
  const position = { label, number: index + 1 };
  return (
    <Stack direction="row">
      {onMove && (
        <>
          <IconButton
            aria-label={translate("forms.items.up", position)}
            disabled={isFirst}
            onClick={() => onMove(index, index - 1)}
          >
            <ArrowUpward fontSize="small" />
          </IconButton>
          <IconButton
            aria-label={translate("forms.items.down", position)}
            disabled={isLast}
            onClick={() => onMove(index, index + 1)}
          >
            <ArrowDownward fontSize="small" />
          </IconButton>
        </>
      )}
      <IconButton aria-label={translate("forms.items.remove", position)} onClick={() => onRemove(index)}>
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </Stack>
  );
});

/** A handler for each position that stays the same from render to render. */
function useItemHandlers(onItem: (index: number, item: Json) => void): (index: number) => (item: Json) => void {
  const onLatest = useEventCallback(onItem);
  const [handlers] = useState(() => new Map<number, (item: Json) => void>());
  return (index) => {
    const handler = handlers.get(index) ?? ((item: Json) => onLatest(index, item));
    handlers.set(index, handler);
    return handler;
  };
}

/** Items have no ids of their own, yet typed text must not jump to a neighbour when rows move. */
function useItemKeys(length: number) {
  const next = useRef(0);
  const keys = useRef<number[]>([]);
  while (keys.current.length < length) keys.current.push(next.current++);
  keys.current.length = length;
  return {
    list: keys.current,
    insert: (index: number) => keys.current.splice(index, 0, next.current++),
    remove: (index: number) => keys.current.splice(index, 1),
    swap: (a: number, b: number) => {
      const list = keys.current;
      [list[a], list[b]] = [list[b] ?? 0, list[a] ?? 0];
    },
  };
}

/** After a change the focus goes to where the user would continue, once the items have rendered. */
function useItemFocus() {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [target, setTarget] = useState<{ readonly item?: number } | null>(null);
  useLayoutEffect(() => {
    if (target === null) return;
    const item = target.item === undefined ? undefined : list.current?.children[target.item];
    (item?.querySelector<HTMLElement>("input, select, textarea") ?? addButton.current)?.focus();
  }, [target]);
  return {
    list,
    addButton,
    focusItem: (index: number) => setTarget({ item: index }),
    focusAdd: () => setTarget({}),
  };
}
