import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { PanelRecord } from "../../providers/rest.ts";

interface FocusPlan {
  readonly isReady: (data: readonly PanelRecord[]) => boolean;
  readonly find: (box: HTMLElement) => HTMLElement | null | undefined;
}

interface FocusKeeper {
  /** Call it before a row is removed: afterwards its position is unknown. */
  readonly remember: (record: PanelRecord) => void;
  readonly afterRemoval: (record: PanelRecord) => void;
  readonly afterMove: (record: PanelRecord, direction: "up" | "down") => void;
}

/**
 * Keeps the focus for keyboard users: after a removal on the row that takes its place, after a move on the move button.
 */
export function useFocusPlan(
  boxRef: RefObject<HTMLElement | null>,
  data: readonly PanelRecord[] | undefined,
): FocusKeeper {
  const [plan, setPlan] = useState<FocusPlan | null>(null);
  const place = useRef(0);

  useEffect(() => {
    const box = boxRef.current;
    if (!plan || !box || !data || !plan.isReady(data)) return;
    setPlan(null);
    (plan.find(box) ?? box).focus();
  }, [plan, boxRef, data]);

  const remember = useCallback(
    ({ id }: PanelRecord) => {
      place.current = Math.max(data?.findIndex((record) => record.id === id) ?? 0, 0);
    },
    [data],
  );
  const afterRemoval = useCallback(({ id }: PanelRecord) => {
    setPlan({
      isReady: (rows) => rows.every((row) => row.id !== id),
      find: (box) => {
        const rows = box.querySelectorAll<HTMLElement>("tr[data-id]");
        return rows[Math.min(place.current, rows.length - 1)]?.querySelector<HTMLElement>("a, button");
      },
    });
  }, []);
  const afterMove = useCallback(({ id }: PanelRecord, direction: "up" | "down") => {
    const command = direction === "up" ? "moveUp" : "moveDown";
    setPlan({
      isReady: () => true,
      find: (box) =>
        [...box.querySelectorAll<HTMLElement>("tr[data-id]")]
          .find((row) => row.dataset.id === String(id))
          ?.querySelector<HTMLElement>(`[data-command="${command}"]`),
    });
  }, []);
  return { remember, afterRemoval, afterMove };
}
