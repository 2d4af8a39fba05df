import { addTexts } from "../../providers/i18nProvider.ts";
import type { ErrorMessageContext } from "../form/errorMessages.ts";
import { serverFormErrors } from "../form/formErrors.ts";
import { requestErrorText } from "../requestErrorText.ts";

/**
 * Returns why a change of one field was refused: the message its form would show at the field, or why nothing was changed at
 * all.
 */
export async function fieldErrorText(requestError: unknown, context: ErrorMessageContext): Promise<string> {
  await Promise.all([addTexts("rules"), addTexts("forms")]);
  const texts = serverFormErrors(requestError, context).map(({ text }) => text);
  return texts.length > 0 ? texts.join(". ") : requestErrorText(context.translate, requestError);
}
