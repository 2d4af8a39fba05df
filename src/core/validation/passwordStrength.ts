import { houseWords } from "./commonPasswords.ts";

/** 0 guessed at once, 1 weak, 2 fair, 3 good, 4 strong. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/**
 * Estimates how hard the password is to guess. `context` has what an attacker knows of its owner (login, e-mail,
 * company). Loads the estimator and its dictionaries on first use.
 */
export async function passwordStrength(password: string, context: readonly string[] = []): Promise<PasswordScore> {
  estimator ??= await load();
  return estimator.check(password, context.filter(Boolean)).score;
}

let estimator: Awaited<ReturnType<typeof load>> | undefined;

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ graphs, dictionary: { ...dictionary, house: [...houseWords] } });
}
