import type { AuthProvider } from "react-admin";
import { type Caller, can } from "../../core/access/access.ts";
import type { Right } from "../../core/schema/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { logOut, requestLogin } from "./login.ts";
import { currentSession } from "./session.ts";

/** Maps react-admin's actions to rights. */
const rightOfAction: Readonly<Record<string, Right>> = {
  list: "read",
  show: "read",
  read: "read",
  export: "read",
  lookup: "lookup",
  create: "create",
  clone: "create",
  edit: "update",
  update: "update",
  delete: "delete",
};

export interface Identity extends Caller {
  readonly login: string;
}

/** react-admin's authProvider, based on the facts loaded at startup. */
export function buildAuthProvider(identity: Identity): AuthProvider {
  return {
    login: async ({ username, password, otp }) => {
      const failure = await requestLogin({ username, password, otp });
      if (failure) throw new Error(failure.kind);
    },
    // The end of the session replaces the whole screen by the login page: no redirect needed.
    logout: async () => {
      await logOut();
      return false;
    },
    checkAuth: async () => {
      if (!currentSession()) throw new Error("No session");
    },
    // A refused token has already ended the session where the response was read.
    checkError: async () => {},
    getIdentity: async () => ({ id: identity.adminId, fullName: identity.login }),
    getPermissions: async () => identity.role,
    canAccess: async ({ action, resource, record }) => {
      const summary = summaries[resource];
      const right = rightOfAction[action];
      return summary && right ? can(identity, summary, right, { record }) : false;
    },
  };
}
