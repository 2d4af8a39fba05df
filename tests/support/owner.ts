import { can } from "../../src/core/access/access.ts";
import type { ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { ACCOUNTS, accountOf } from "./accounts.ts";
import { Api, type Injected } from "./api.ts";

const OWNER = "superuserMaster";
export const DATA = { call_data: true, billing_data: true };

/** Logs in as the superuser master, with other roles for the resources that the master cannot see. */
export async function logInAsOwner(app: Injected): Promise<Api> {
  const logIn = async (role: string) => {
    const { login, password } = accountOf(role);
    return (await Api.login(app, login, password)).namingOwners();
  };
  const owner = await logIn(OWNER);
  for (const { descriptor } of Object.values(resources)) {
    const role = ownerOf(descriptor);
    if (role !== OWNER) owner.lend(descriptor.name, await logIn(role));
  }
  return owner;
}

/** The role that creates records of a resource in the tests. */
export function ownerOf(descriptor: ResourceDescriptor): string {
  const reaches = (role: string) => can({ role, adminId: 1, admin: DATA }, descriptor, "lookup");
  return [OWNER, ...Object.keys(ACCOUNTS)].find(reaches) ?? OWNER;
}
