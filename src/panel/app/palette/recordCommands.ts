import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { actionKey } from "../../navigation/labels.ts";
import { recordPagePath } from "../../navigation/recordPath.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import type { FoundRecord } from "../../providers/search.ts";
import type { Translate } from "../../providers/texts.ts";
import type { BulkAction, CustomAction } from "../../views/recordActions/bulkActions.ts";
import { recordActions } from "../../views/recordActions/recordActions.ts";
import { recordChangeLabel, recordChangeName, recordChanges } from "../../views/recordActions/recordChanges.ts";
import type { Verb } from "./verbs.ts";

/** Something that can be done with a found record. */
export interface RecordCommand {
  /** Unique among those of one record. */
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  /** The word for it, if there is one. */
  readonly verb?: Verb;
  readonly does:
    | { readonly kind: "open"; readonly path: string }
    | { readonly kind: "status"; readonly action: Extract<BulkAction, { kind: "status" }> }
    | { readonly kind: "action"; readonly action: CustomAction["action"] }
    | { readonly kind: "remove" };
}

const icons: Readonly<Record<string, string>> = {
  active: "lock_open",
  locked: "lock",
  edit: "edit",
  preferences: "tune",
  clone: "content_copy",
};

/** Returns the commands of this user for a record, its page first; as on its page and in its list. */
export function recordCommands(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  { resource, record }: FoundRecord,
  translate: Translate,
): RecordCommand[] {
  const page = recordPagePath(resource, record);
  const changes = recordChanges(descriptor, access, record);
  const states = changes.filter((change) => change.kind === "status");
  const customActions = changes.filter((change) => change.kind === "action");
  const actionCommands = recordActions(descriptor, access, record).flatMap((action): RecordCommand[] => {
    if (action.name === "remove") {
      const label = translate(actionKey(resource, "remove"));
      return [{ name: "remove", label, icon: "delete", verb: { kind: "remove" }, does: { kind: "remove" } }];
    }
    if (!("path" in action) || action.name === "details" || action.path === page) return [];
    const { name, path } = action;
    const verb = name === "edit" || name === "preferences" ? { verb: { kind: name } as const } : {};
    const label = translate(`views.record.menu.${name}`);
    return [{ name, label, icon: icons[name] ?? "description", ...verb, does: { kind: "open", path } }];
  });
  return [
    ...(page
      ? [
          {
            name: "open",
            label: translate("palette.open"),
            icon: "open_in_full",
            does: { kind: "open", path: page },
          } as const,
        ]
      : []),
    ...states.map((action): RecordCommand => {
      const { value } = action;
      return {
        name: recordChangeName(action),
        label: recordChangeLabel(translate, descriptor, action, record),
        icon: icons[value] ?? "tune",
        verb: { kind: "status", value },
        does: { kind: "status", action },
      };
    }),
    ...customActions.map((change): RecordCommand => {
      const label = recordChangeLabel(translate, descriptor, change, record);
      return { name: recordChangeName(change), label, icon: "tune", does: { kind: "action", action: change.action } };
    }),
    ...actionCommands,
  ];
}

/** Whether a command does what a word says. */
export function matchesVerb({ verb }: RecordCommand, typedVerb: Verb): boolean {
  if (verb?.kind !== typedVerb.kind) return false;
  return verb.kind !== "status" || typedVerb.kind !== "status" || verb.value === typedVerb.value;
}
