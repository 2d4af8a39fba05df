import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useDataProvider, useNotify, useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { recordPagePath, toHref } from "../../navigation/recordPath.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useCopy } from "../../ui/useCopy.ts";
import { explainForbidden } from "../explain/accessQuestion.ts";
import { refreshJournals } from "../form/refreshAfterWrite.ts";
import { requestErrorText } from "../requestErrorText.ts";
import type { CommandName } from "./recordActions.ts";
import type { RecordChange } from "./recordChanges.ts";

const CustomActionDialog = lazyPart(() => import("../bulk/CustomActionDialog.tsx"), "CustomActionDialog", [
  "forms",
  "rules",
  "bulk",
]);
const BulkDialog = lazyPart(() => import("../bulk/BulkDialog.tsx"), "BulkDialog", ["bulk"]);
const PasswordDialog = lazyPart(() => import("./PasswordDialog.tsx"), "PasswordDialog", ["forms", "rules"]);
const RemoveDialog = lazyPart(() => import("./RemoveDialog.tsx"), "RemoveDialog");

/** A command, or a change of the record. */
export type RecordCommandName = CommandName | RecordChange;

const rightOf = { calendar: "read", moveUp: "update", moveDown: "update" } as const;

interface CommandEvents {
  readonly onRemoved: (record: PanelRecord) => void;
  readonly onMoved?: (record: PanelRecord, direction: "up" | "down") => void;
}

/** Runs the commands of record actions. Both callbacks run once the platform is done. */
export function useRecordCommands(descriptor: ResourceDescriptor, { onRemoved, onMoved }: CommandEvents) {
  const { name } = descriptor;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const copy = useCopy();
  const [removing, setRemoving] = useState<PanelRecord | null>(null);
  const [resetting, setResetting] = useState<PanelRecord | null>(null);
  const [changing, setChanging] = useState<{ readonly action: RecordChange; readonly record: PanelRecord } | null>(
    null,
  );

  const move = useCallback(
    async (record: PanelRecord, direction: "up" | "down") => {
      await dataProvider.move(name, record.id, direction);
      refreshJournals(queryClient);
      await queryClient.invalidateQueries({ queryKey: [name] });
      // After the list has rendered its rows in their new order.
      notifyManager.schedule(() => onMoved?.(record, direction));
    },
    [dataProvider, queryClient, name, onMoved],
  );

  const runCommand = useCallback(
    async (command: Exclude<CommandName, "remove" | "copyLink" | "password">, record: PanelRecord) => {
      if (command === "calendar") {
        return (await import("../../providers/files.ts")).downloadCalendar(descriptor, record.id);
      }
      return move(record, command === "moveUp" ? "up" : "down");
    },
    [move, descriptor],
  );

  const perform = useCallback(
    (command: RecordCommandName, record: PanelRecord) => {
      if (typeof command !== "string") return setChanging({ action: command, record });
      if (command === "remove") return setRemoving(record);
      if (command === "password") return setResetting(record);
      if (command === "copyLink")
        return void copy(new URL(toHref(recordPagePath(name, record) ?? "/"), window.location.href).href);
      const right = rightOf[command];
      runCommand(command, record).catch((error: unknown) =>
        notify(requestErrorText(translate, error), {
          type: "error",
          ...explainForbidden(error, { resource: name, right, record }),
        }),
      );
    },
    [runCommand, copy, notify, translate, name],
  );

  const dialog =
    changing?.action.kind === "action" ? (
      <CustomActionDialog
        descriptor={descriptor}
        action={changing.action.action}
        records={[changing.record]}
        onClose={() => setChanging(null)}
      />
    ) : changing ? (
      <BulkDialog
        descriptor={descriptor}
        action={changing.action}
        source={{ records: [changing.record] }}
        onClose={() => setChanging(null)}
      />
    ) : resetting ? (
      <PasswordDialog descriptor={descriptor} record={resetting} onClose={() => setResetting(null)} />
    ) : (
      removing && (
        <RemoveDialog
          descriptor={descriptor}
          record={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            setRemoving(null);
            onRemoved(removing);
          }}
        />
      )
    );
  return { perform, dialog };
}
