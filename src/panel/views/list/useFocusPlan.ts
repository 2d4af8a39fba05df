import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { PanelRecord } from "../../providers/rest.ts";

interface FocusPlan {
  readonly isReady: (data: readonly PanelRecord[]) => boolean;
  readonly find: (box: HTMLElement) => HTMLElement | null | undefined;
}

interface FocusKeeper {
  /** To be called before a row is removed: afterwards nobody knows where it was. */
  readonly remember: (record: PanelRecord) => void;
  readonly afterRemoval: (record: PanelRecord) => void;
  readonly afterMove: (record: PanelRecord, direction: "up" | "down") => void;
}

/**
 * Keeps people who work by keyboard in their place. When the row they removed is gone, the focus goes to the row that
 * took its place; when they moved a row, to the button they moved it by.
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
