import { useMutation, useQueryClient } from "@tanstack/react-query";
import { HttpError, type Identifier, useNotify, useTranslate } from "react-admin";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { type RestoreParams, type RestoreTarget, restore } from "../../providers/journal.ts";
import { readText } from "../../providers/rest.ts";
import type { ErrorMessageContext } from "../form/errorMessages.ts";
import { topField } from "../form/fieldId.ts";
import { serverFormErrors } from "../form/formErrors.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";
import { requestErrorText } from "../requestErrorText.ts";
import { useCellContext } from "../useCellContext.ts";
import { changeLabel } from "./changeLabel.ts";

/** Restores with a notice, and refreshes the screen. The error is a text. */
export function useRestore(descriptor: ResourceDescriptor, id: Identifier, target: RestoreTarget, onDone: () => void) {
  const { name, fields } = descriptor;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { locale } = useCellContext(name, "details");
  return useMutation({
    mutationFn: async (params: RestoreParams) => {
      try {
        return await restore(name, id, target, params);
      } catch (error) {
        throw new Error(await restoreErrorText(error, { translate, locale, fields, resource: name }));
      }
    },
    onSuccess: (unrestored) => {
      const names = [...new Set(unrestored.map(({ field }) => changeLabel(translate, name, field)))];
      const text = names.length > 0 ? "history.restore.doneLeft" : "history.restore.done";
      notify(translate(text, { fields: names.join(", ") }), { type: "success" });
      refreshAfterWrite(queryClient);
      onDone();
    },
  });
}

/** Returns why a restore failed, each error with the name of its field. */
async function restoreErrorText(requestError: unknown, context: ErrorMessageContext): Promise<string> {
  const { translate, resource } = context;
  const nameOf = (field: string) => changeLabel(translate, resource, field);
  const newer = newerFields(requestError);
  if (newer) return translate("errors.newer_changes", { fields: newer.map(nameOf).join(", ") });
  await Promise.all([addTexts("rules"), addTexts("forms")]);
  const texts = serverFormErrors(requestError, context).map(({ pointer, text }) =>
    pointer === "" ? text : `${nameOf(topField(pointer))}: ${text}`,
  );
  return texts.length > 0 ? texts.join(". ") : requestErrorText(translate, requestError);
}

/** Returns the fields that somebody has changed since, by their names in the API. */
function newerFields(requestError: unknown): readonly string[] | undefined {
  const body: Json | undefined = requestError instanceof HttpError ? requestError.body : undefined;
  if (!isObject(body) || body.key !== "errors.newer_changes" || !isObject(body.params)) return undefined;
  return readText(body.params, "fields")?.split(", ");
}
