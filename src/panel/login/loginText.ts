import texts from "../../../i18n/en/login.json";

/** The login's own texts: it loads before, and without, the panel's translations. */
export const loginText = texts;
