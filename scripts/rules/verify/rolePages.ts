import type { ResourceDescriptor, Right } from "../../../src/core/descriptor.ts";
import { pathTo } from "../../../src/panel/paths.ts";
import type { Accounts, Member } from "../../../tests/support/accessPlatform.ts";
import { reachOf } from "../../../tests/support/rights.ts";
import { itemPath, NO_RECORD, type Target } from "../../../tests/support/targets.ts";
import type { World } from "../../../tests/support/world.ts";
import { createAddress } from "./formAddress.ts";
import { type Answered, expectedAt } from "./roleAttempts.ts";
import type { PageState, RolePage, SeenPage } from "./rolePage.ts";

type View = "list" | "details" | "create" | "edit";

/** A page as a role has seen it, beside what the schemas say about it. */
export interface VisitedPage extends SeenPage {
  readonly view: View;
  /** The record that it is about. */
  readonly target?: Target;
  readonly expected: PageState;
}

const STATES: Readonly<Record<Answered, PageState>> = { allowed: "open", refused: "forbidden", unknown: "gone" };

interface Visit {
  readonly platform: Accounts;
  readonly world: World;
  readonly page: RolePage;
  readonly descriptor: ResourceDescriptor;
  readonly member: Member;
  readonly targets: readonly Target[];
}

/** Opens each page of a resource that these rights are about, once, and those that may link to it. */
export async function visitPages(visit: Visit, rights: ReadonlySet<Right>): Promise<VisitedPage[]> {
  const { descriptor, member, page } = visit;
  const { name, operations, parent } = descriptor;
  const visited: VisitedPage[] = [];
  if ([...rights].every((right) => right === "lookup")) return visited;
  const open = async (view: View, address: string | null | undefined, expected: PageState, target?: Target) => {
    if (address) visited.push({ ...(await page.visit(address)), view, target, expected });
  };
  // A right on the own record alone opens neither lists nor forms for new records.
  const inGeneral = (right: Right): PageState =>
    ["all", "others"].includes(reachOf(name, member.role, right)) ? "open" : "forbidden";
  const at = (target: Target, right: Right) => STATES[expectedAt(descriptor, member, target, right)];
  // Lists of children and settings are tabs of their parent.
  const isPage = !parent && descriptor.settingsOf === undefined;
  if (isPage) await open("list", pathTo(name, "list"), inGeneral("read"));
  for (const target of visit.targets) {
    // Without a reseller, the foreign record is the same one.
    if (target.id === NO_RECORD || visited.some((page) => page.target?.id === target.id)) continue;
    const isOther = target.place === "foreign";
    const place = { id: target.id, parentId: await parentOf(visit, target) };
    if (rights.has("read") || !isOther) {
      await open("details", pathTo(name, "details", place), at(target, "read"), target);
    }
    // One hidden record is enough.
    if (!rights.has("update") || isOther) continue;
    const address = descriptor.settingsOf ? pathTo(name, "edit", { parentId: target.id }) : pathTo(name, "edit", place);
    await open("edit", address, at(target, "update"), target);
  }
  if (rights.has("create") && operations.includes("create")) {
    const address = await createAddress({ resource: name, when: undefined, pointer: "" }, visit.world);
    await open("create", address, inGeneral("create"));
  }
  return visited;
}

/** The id that the address of a child record needs. */
async function parentOf({ platform, descriptor }: Visit, target: Target): Promise<number | undefined> {
  const { parent } = descriptor;
  if (!parent) return undefined;
  const { body } = await platform.owner.request("GET", itemPath(descriptor, target));
  return Number(body?.[parent.by]);
}
