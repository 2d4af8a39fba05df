import { useEffect, useState } from "react";
import type { PasswordScore } from "../../../core/passwordStrength.ts";

/** How hard the password is to guess; null while there is none. The estimator is fetched when the first is typed. */
export function useStrength(password: string, context: readonly string[]): PasswordScore | null {
  const [score, setScore] = useState<PasswordScore | null>(null);
  const known = context.join("\n");
  useEffect(() => {
    if (password === "") {
      setScore(null);
      return;
    }
    let isCurrent = true;
    import("../../../core/passwordStrength.ts")
      .then(({ passwordStrength }) => passwordStrength(password, known.split("\n")))
      .then(
        (next) => {
          if (isCurrent) setScore(next);
        },
        // Without the estimator there is no meter; the rules still hold.
        () => setScore(null),
      );
    return () => {
      isCurrent = false;
    };
  }, [password, known]);
  return score;
}
