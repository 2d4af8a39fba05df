import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useNavigate, useNotify, useTranslate } from "ra-core";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { whyNot } from "../../explain/whyNot.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { addressOf } from "../../resource/addressOf.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import type { CommandName } from "./recordActions.ts";
import { refusalText } from "./refusalText.ts";
import "./record.css";

const RemoveDialog = lazy(async () => ({ default: (await import("./RemoveDialog.tsx")).RemoveDialog }));

export interface RecordCommands {
  readonly perform: (command: CommandName, record: PanelRecord) => void;
  /** The confirmation, while there is something to confirm. */
  readonly dialog: ReactNode;
}

const rightOf = { clone: "create", calendar: "read", moveUp: "update", moveDown: "update" } as const;

interface CommandEvents {
  readonly onRemoved: (record: PanelRecord) => void;
  readonly onMoved?: (record: PanelRecord, direction: "up" | "down") => void;
}

/** Carries out what record actions name. Both events are told when the platform has done it. */
export function useRecordCommands(
  descriptor: ResourceDescriptor,
  { onRemoved, onMoved }: CommandEvents,
): RecordCommands {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const translate = useTranslate();
  const [removing, setRemoving] = useState<PanelRecord | null>(null);

  const clone = useCallback(
    async (record: PanelRecord) => {
      const { data: copy } = await dataProvider.clone(name, record.id);
      refreshAfterWrite(queryClient);
      notify("views.record.cloned", {
        type: "success",
        messageArgs: { title: recordTitle(descriptor.record, copy) },
      });
      const address = addressOf(name, "edit", copy) ?? addressOf(name, "details", copy);
      if (address) navigate(address);
    },
    [dataProvider, queryClient, notify, navigate, descriptor, name],
  );

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
      if (command === "clone") return clone(record);
      if (command === "calendar") {
        return (await import("../../providers/calendarDownload.ts")).downloadCalendar(descriptor, record.id);
      }
      return move(record, command === "moveUp" ? "up" : "down");
    },
    [clone, move, descriptor],
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
