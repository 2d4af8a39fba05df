import type { AuthProvider } from "ra-core";
import { type Caller, can } from "../../core/access.ts";
import type { Right, WireRecord } from "../../core/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { currentSession } from "../session.ts";
import { requestLogin } from "./login.ts";
import { logOut } from "./logout.ts";

/** react-admin's names of actions as rights. */
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

/** Answers react-admin's questions about the person from the facts loaded at the start. */
export function buildAuthProvider(identity: Identity): AuthProvider {
  return {
    login: async ({ username, password, otp }) => {
      const failure = await requestLogin({ username, password, otp });
      if (failure) throw new Error(failure.kind);
    },
    // The session's end replaces the whole screen by the login page: nowhere to send the person.
    logout: async () => {
      await logOut();
      return false;
    },
    checkAuth: async () => {
      if (!currentSession()) throw new Error("No session");
    },
    // A refused token has already ended the session where the answer was read.
    checkError: async () => {},
    getIdentity: async () => ({ id: identity.adminId, fullName: identity.login }),
    getPermissions: async () => identity.role,
    canAccess: async ({ action, resource, record }) => {
      const summary = summaries[resource];
      const right = rightOfAction[action];
      return summary && right ? can(identity, summary, right, { record: record as WireRecord | undefined }) : false;
    },
  };
}
