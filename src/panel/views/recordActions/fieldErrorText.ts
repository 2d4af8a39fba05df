import { addTexts } from "../../providers/i18nProvider.ts";
import { type ErrorMessageContext, errorMessage } from "../form/errorMessages.ts";
import { serverFieldErrors } from "../form/serverErrors.ts";
import { requestErrorText } from "../requestErrorText.ts";

/**
 * Returns why a change of one field was refused: the message its form would show at the field, or why nothing was changed at
 * all.
 */
export async function fieldErrorText(requestError: unknown, context: ErrorMessageContext): Promise<string> {
  await Promise.all([addTexts("rules"), addTexts("forms")]);
  const names = context.fields.map(({ name }) => name);
  const texts = serverFieldErrors(requestError, names).map(({ error, text }) =>
    error ? errorMessage(error, context, text) : text,
  );
  return texts.length > 0 ? texts.join(". ") : requestErrorText(context.translate, requestError);
}
