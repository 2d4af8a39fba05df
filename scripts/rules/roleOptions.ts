import { roleNames } from "../../tests/support/rights.ts";
import { closest } from "./closest.ts";
import { type Way, ways } from "./verify/roleCases.ts";

interface RoleOptions {
  readonly role?: string;
  readonly roles?: string;
  readonly only?: string;
}

/** Who is tried, and by which ways in; or what is wrong with the options. */
export interface ChosenRoles {
  readonly roles: readonly string[];
  readonly ways: readonly Way[];
  readonly wrong: readonly string[];
}

export const everyRole: ChosenRoles = { roles: roleNames, ways, wrong: [] };

/** Reads `--role ccare,reseller` and `--roles all`, with which `--only` names ways in; undefined without them. */
export function readRoles({ role, roles, only }: RoleOptions): ChosenRoles | undefined {
  const named = [role, roles].flatMap((list) => list?.split(",") ?? []);
  if (named.length === 0) return undefined;
  const known = [...roleNames, "all"];
  const wanted = only?.split(",") ?? ways;
  return {
    roles: roleNames.filter((name) => named.includes("all") || named.includes(name)),
    ways: ways.filter((way) => wanted.includes(way)),
    wrong: [
      ...named.filter((name) => !known.includes(name)).map((name) => `no role ${name}${closest(name, known)}`),
      ...wanted
        .filter((way) => !ways.some((one) => one === way))
        .map((way) => `roles are tried by ${ways.join(" and ")}, not by ${way}${closest(way, ways)}`),
    ],
  };
}
