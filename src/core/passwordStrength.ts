/** 0 guessed at once, 1 weak, 2 fair, 3 good, 4 strong. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

// No dictionaries: they weigh hundreds of kilobytes. These are the words that administrators really start from.
const commonWords = (
  "password passwort passwd pass admin administrator root welcome willkommen letmein changeme secret geheim qwerty " +
  "qwertz asdf test demo guest user login master system telephony telephone telefon voip phone sip pbx " +
  "spring summer autumn fall winter sommer herbst januar january february march april may june july august september " +
  "october november december monday tuesday wednesday thursday friday saturday sunday iloveyou dragon monkey " +
  "football company firma office vienna wien berlin london paris rome moscow"
).split(" ");

/**
 * How hard the password is to guess. `context` holds what an attacker knows of its owner (login, e-mail, company).
 * Loads the estimator on first use.
 */
export async function passwordStrength(password: string, context: readonly string[] = []): Promise<PasswordScore> {
  estimator ??= await load();
  return estimator.check(password, context.filter(Boolean)).score;
}

let estimator: Awaited<ReturnType<typeof load>> | undefined;

async function load() {
  const { ZxcvbnFactory } = await import("@zxcvbn-ts/core");
  return new ZxcvbnFactory({ dictionary: { common: commonWords } });
}
