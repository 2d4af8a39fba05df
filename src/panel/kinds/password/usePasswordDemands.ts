import { useEffect, useState } from "react";
import { type CommonPasswordTest, loadCommonPasswords } from "../../../core/commonPasswords.ts";
import { type PasswordPolicy, type PasswordProblem, passwordProblems } from "../../../core/password.ts";

export interface PasswordDemand extends PasswordProblem {
  readonly isMet: boolean;
}

export interface PasswordOwner {
  readonly username: string | null;
  /** Whether it opens this platform, so that it must not be a common one. */
  readonly isLogin: boolean;
}

/** Every rule for the password with whether it is kept. Knows common passwords once their list is there. */
export function usePasswordDemands(
  password: string,
  policy: PasswordPolicy,
  { username, isLogin }: PasswordOwner,
): readonly PasswordDemand[] {
  const isCommon = useCommonPasswords(isLogin && password !== "");
  const broken = passwordProblems(password, { policy, username, isCommon });
  // An empty password breaks every demand there is; the rest are refusals, which only show when they are broken.
  const demands = passwordProblems("", { policy });
  const refusals = broken.filter(({ rule }) => !demands.some((demand) => demand.rule === rule));
  return [...demands, ...refusals].map((problem) => ({
    ...problem,
    isMet: !broken.some(({ rule }) => rule === problem.rule),
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
      // Without the list only the platform refuses them.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded]);
  return isCommon;
}
