import { useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { whyNot } from "../../explain/question.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import type { CommandName } from "./recordActions.ts";
import { refusalText } from "./refusalText.ts";
import "./record.css";

const RemoveDialog = lazy(async () => ({ default: (await import("./RemoveDialog.tsx")).RemoveDialog }));

interface RecordCommands {
  readonly perform: (command: CommandName, record: PanelRecord) => void;
  /** The confirmation dialog, if any. */
  readonly dialog: ReactNode;
}

const rightOf = { calendar: "read", moveUp: "update", moveDown: "update" } as const;

interface CommandEvents {
  readonly onRemoved: (record: PanelRecord) => void;
  readonly onMoved?: (record: PanelRecord, direction: "up" | "down") => void;
}

/** Runs the commands of record actions. Both callbacks run once the platform is done. */
export function useRecordCommands(
  descriptor: ResourceDescriptor,
  { onRemoved, onMoved }: CommandEvents,
): RecordCommands {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const [removing, setRemoving] = useState<PanelRecord | null>(null);

  const move = useCallback(
    async (record: PanelRecord, direction: "up" | "down") => {
      await dataProvider.move(name, record.id, direction);
      await queryClient.invalidateQueries({ queryKey: [name] });
      onMoved?.(record, direction);
    },
    [dataProvider, queryClient, name, onMoved],
  );

  const carryOut = useCallback(
    async (command: Exclude<CommandName, "remove">, record: PanelRecord) => {
      if (command === "calendar") {
        return (await import("../../providers/files.ts")).downloadCalendar(descriptor, record.id);
      }
      return move(record, command === "moveUp" ? "up" : "down");
    },
    [move, descriptor],
  );

  const perform = useCallback(
    (command: CommandName, record: PanelRecord) => {
      if (command === "remove") return setRemoving(record);
      const right = rightOf[command];
      carryOut(command, record).catch((refusal: unknown) =>
        notify(refusalText(translate, refusal), {
          type: "error",
          ...whyNot(refusal, { resource: name, right, record }),
        }),
      );
    },
    [carryOut, notify, translate, name],
  );

  const dialog = removing && (
    <Suspense>
      <RemoveDialog
        descriptor={descriptor}
        record={removing}
        onClose={() => setRemoving(null)}
        onRemoved={() => {
          setRemoving(null);
          onRemoved(removing);
        }}
      />
    </Suspense>
  );
  return { perform, dialog };
}
