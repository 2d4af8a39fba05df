import type { useTranslate } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { actionKey, enumKey } from "../../resource/labels.ts";
import { endOf } from "../form/endsRecord.ts";
import type { BulkAction } from "./bulkActions.ts";

type Translate = ReturnType<typeof useTranslate>;

/** The action in a word: "Lock", "Terminate". */
export function verbOf(translate: Translate, descriptor: ResourceDescriptor, action: BulkAction): string {
  const { name } = descriptor;
  switch (action.kind) {
    case "status": {
      const value = translate(enumKey(name, action.field.name, action.value), { _: action.value });
      return translate(`bulk.to.${action.value}`, { _: translate("bulk.toOther", { value }) });
    }
    case "field":
      return translate("bulk.field");
    case "remove": {
      // To lift a ban is not to delete something: such resources have words of their own.
      const hasOwnWords = translate(`resources.${name}.remove.text`, { _: "" }) !== "";
      if (hasOwnWords) return translate(actionKey(name, "remove"));
      return translate(endOf(descriptor) ? "bulk.terminate" : "bulk.delete");
    }
  }
}
