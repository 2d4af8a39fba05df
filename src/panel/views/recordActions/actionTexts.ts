import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { finalStatusOf } from "../../../core/validation/transitions.ts";
import { actionKey, enumKey } from "../../navigation/labels.ts";
import type { Translate } from "../../providers/texts.ts";
import type { BulkAction, CustomAction } from "./bulkActions.ts";

/** The action's verb: "Lock", "Terminate". */
export function bulkActionText(
  translate: Translate,
  descriptor: ResourceDescriptor,
  action: BulkAction | CustomAction,
): string {
  const { name } = descriptor;
  switch (action.kind) {
    case "status": {
      const value = translate(enumKey(name, action.field.name, action.value), { _: action.value });
      return translate(`views.record.to.${action.value}`, { _: translate("views.record.toOther", { value }) });
    }
    case "action":
      return translate(actionKey(name, action.action.name));
    case "field":
      return translate(action.name ? actionKey(name, action.name) : "bulk.field");
    case "remove": {
      // Lifting a ban is not deleting: such resources have verbs of their own.
      const hasOwnWords = translate(`resources.${name}.remove.text`, { _: "" }) !== "";
      if (hasOwnWords) return translate(actionKey(name, "remove"));
      return translate(finalStatusOf(descriptor) ? "bulk.terminate" : "bulk.delete");
    }
  }
}
