import type { PageDescriptor } from "../../../core/schema/descriptor.ts";
import { rightsOn } from "../../providers/legacyResources.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import type { StartupData } from "../../providers/startupData.ts";
import type { AccessQuestion } from "../explain/accessQuestion.ts";

/** Whether the user may open a page, regardless of the platform. */
export function mayOpen({ guard, right }: PageDescriptor, access: Pick<Access, "can" | "canOpen">): boolean {
  return "page" in guard ? access.canOpen(guard.page, right) : access.can(rightsOn(guard.resource), right);
}

/** The platform feature that a page requires. */
export function pageNeeds({ guard, needs }: PageDescriptor): PageDescriptor["needs"] {
  return needs ?? ("resource" in guard ? rightsOn(guard.resource).needs : undefined);
}

/** Whether anything behind the panel serves the page. */
export function isServed({ kind, servedBy }: PageDescriptor, facts: PageServers): boolean {
  if (servedBy === "websocket") return facts.sipWebsocket !== undefined;
  if (kind === "native") return true;
  const server = kind === "window" ? servedBy : "legacyPanel";
  if (server === undefined) return true;
  return server === "platform" ? facts.hasRealPlatform === true : facts.hasLegacyPanel;
}

export type PageServers = Pick<StartupData, "hasLegacyPanel" | "hasRealPlatform" | "sipWebsocket">;

/** The question for "why not" on a refused page; without a schema no details are known. */
export function pageQuestion({ guard, right }: PageDescriptor): AccessQuestion | undefined {
  return "page" in guard ? { page: guard.page, right } : undefined;
}
