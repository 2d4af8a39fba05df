import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type RecordCommandName, useRecordCommands } from "../recordActions/useRecordCommands.tsx";
import type { RowOrder } from "./rowOrder.ts";

const RowMenu = lazyPart(() => import("./RowMenu.tsx"), "RowMenu");

interface RowCommandOptions {
  readonly data: readonly PanelRecord[] | undefined;
  readonly order: RowOrder;
  readonly boxRef: RefObject<HTMLElement | null>;
}

/** Runs commands on the rows of a list, says their result, and opens their menu and dialogs. */
export function useRowCommands(descriptor: ResourceDescriptor, { data, order, boxRef }: RowCommandOptions) {
  const translate = useTranslate();
  const [menu, setMenu] = useState<{ record: PanelRecord; anchor: HTMLElement } | null>(null);
  const [said, setSaid] = useState("");
  const { remember, afterRemoval, afterMove } = useFocusPlan(boxRef, data);
  const onMoved = useCallback(
    (record: PanelRecord, direction: "up" | "down") => {
      setSaid(translate(`views.list.moved.${direction}`));
      afterMove(record, direction);
    },
    [translate, afterMove],
  );
  const { perform, dialog } = useRecordCommands(descriptor, { onRemoved: afterRemoval, onMoved });
  const onCommand = useCallback(
    (command: RecordCommandName, record: PanelRecord) => {
      remember(record);
      perform(command, record);
    },
    [remember, perform],
  );
  const onMenu = useCallback((record: PanelRecord, anchor: HTMLElement) => setMenu({ record, anchor }), []);
  const dialogs = (
    <>
      {menu && (
        <RowMenu
          descriptor={descriptor}
          {...menu}
          position={order.canMove ? order.positionOf(menu.record) : undefined}
          onCommand={(command) => onCommand(command, menu.record)}
          onClose={() => setMenu(null)}
        />
      )}
      {dialog}
    </>
  );
  return { onCommand, onMenu, said, dialogs };
}

interface FocusPlan {
  readonly isReady: (data: readonly PanelRecord[]) => boolean;
  readonly find: (box: HTMLElement) => HTMLElement | null | undefined;
}

/**
 * Keeps the focus for keyboard users: after a removal on the row that takes its place, after a move on the move button.
 */
function useFocusPlan(boxRef: RefObject<HTMLElement | null>, data: readonly PanelRecord[] | undefined) {
  const [plan, setPlan] = useState<FocusPlan | null>(null);
  const removedIndex = useRef(0);

  useEffect(() => {
    const box = boxRef.current;
    if (!plan || !box || !data || !plan.isReady(data)) return;
    setPlan(null);
    (plan.find(box) ?? box).focus();
  }, [plan, boxRef, data]);

  /** Call it before a row is removed: afterwards its position is unknown. */
  const remember = useCallback(
    ({ id }: PanelRecord) => {
      removedIndex.current = Math.max(data?.findIndex((record) => record.id === id) ?? 0, 0);
    },
    [data],
  );
  const afterRemoval = useCallback(({ id }: PanelRecord) => {
    setPlan({
      isReady: (rows) => rows.every((row) => row.id !== id),
      find: (box) => {
        const rows = box.querySelectorAll<HTMLElement>("tr[data-id]");
        return rows[Math.min(removedIndex.current, rows.length - 1)]?.querySelector<HTMLElement>("a, button");
      },
    });
  }, []);
  const afterMove = useCallback(({ id }: PanelRecord, direction: "up" | "down") => {
    const command = direction === "up" ? "moveUp" : "moveDown";
    setPlan({
      isReady: () => true,
      find: (box) =>
        [...box.querySelectorAll<HTMLElement>("tr[data-id]")]
          .find((row) => row.dataset.id === id.toString())
          ?.querySelector<HTMLElement>(`[data-command="${command}"]`),
    });
  }, []);
  return { remember, afterRemoval, afterMove };
}
