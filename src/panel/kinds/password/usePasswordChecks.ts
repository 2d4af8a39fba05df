import { useEffect, useState } from "react";
import { type CommonPasswordTest, loadCommonPasswords } from "../../../core/validation/commonPasswords.ts";
import {
  type PasswordPolicy,
  type PasswordViolation,
  passwordViolations,
} from "../../../core/validation/passwordPolicy.ts";
import type { PasswordScore } from "../../../core/validation/passwordStrength.ts";

interface PasswordCheck extends PasswordViolation {
  readonly isMet: boolean;
}

export interface PasswordOwner {
  readonly username: string | null;
  /** Whether it is a login password of this platform, which must not be a common one. */
  readonly isLogin: boolean;
}

/** Every password rule and whether it is met. Checks common passwords once their list has loaded. */
export function usePasswordChecks(
  password: string,
  policy: PasswordPolicy,
  { username, isLogin }: PasswordOwner,
): readonly PasswordCheck[] {
  const isCommon = useCommonPasswords(isLogin && password !== "");
  const broken = passwordViolations(password, { policy, username, isCommon });
  // An empty password fails every requirement; the other rules are prohibitions, shown only when broken.
  const demands = passwordViolations("", { policy });
  const refusals = broken.filter(({ rule }) => !demands.some((demand) => demand.rule === rule));
  return [...demands, ...refusals].map((error) => ({
    ...error,
    isMet: !broken.some(({ rule }) => rule === error.rule),
  }));
}

function useCommonPasswords(isNeeded: boolean): CommonPasswordTest | undefined {
  const [isCommon, setIsCommon] = useState<CommonPasswordTest>();
  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    loadCommonPasswords().then(
      (test) => {
        if (isCurrent) setIsCommon(() => test);
      },
      // The platform alone refuses common passwords if the list does not load.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded]);
  return isCommon;
}

/** The password's strength; null while empty. The estimator loads on first input. */
export function useStrength(password: string, context: readonly string[]): PasswordScore | null {
  const [score, setScore] = useState<PasswordScore | null>(null);
  const contextText = context.join("\n");
  useEffect(() => {
    if (password === "") {
      setScore(null);
      return;
    }
    let isCurrent = true;
    import("../../../core/validation/passwordStrength.ts")
      .then(({ passwordStrength }) => passwordStrength(password, contextText.split("\n")))
      .then(
        (next) => {
          if (isCurrent) setScore(next);
        },
        // There is no meter if the estimator does not load; the rules still apply.
        () => setScore(null),
      );
    return () => {
      isCurrent = false;
    };
  }, [password, contextText]);
  return score;
}
