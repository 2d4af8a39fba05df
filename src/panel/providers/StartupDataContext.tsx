import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Caller, can, canOpen, deriveRole, type Guarded, type GuardedField } from "../../core/access/access.ts";
import type { FieldDescriptor, ResourceSummary, Right, WireRecord } from "../../core/schema/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";
import { requireContext } from "./requireContext.ts";
import { findLack, type Lack, loadInfo, type StartupData } from "./startupData.ts";

/** The user's rights and the platform's capabilities. */
export interface Access extends Caller {
  /** The panel is viewed as another role: everything is read-only. */
  readonly isViewing: boolean;
  can(resource: Guarded, right: Right, options?: SeeOptions): boolean;
  /** Right on a page, tool or document: `page.dashboard`. */
  canOpen(name: string, right?: Right): boolean;
  /** Returns what the platform lacks for a resource; null if nothing. */
  findLack(resource: Partial<Pick<ResourceSummary, "name" | "needs">>): Lack | null;
}

interface Startup {
  readonly facts: StartupData;
  readonly access: Access;
}

const FactsContext = createContext<Startup | null>(null);

const minute = 60_000;

/** The facts loaded at startup; the platform's own (maintenance, flags) are refetched periodically. */
export function StartupDataProvider({
  initial,
  viewedRole = null,
  children,
}: {
  initial: StartupData;
  viewedRole?: string | null;
  children: ReactNode;
}) {
  const { data: info } = useQuery({
    queryKey: ["platforminfo"],
    queryFn: loadInfo,
    initialData: initial.info,
    staleTime: minute,
    refetchInterval: 5 * minute,
  });
  const startup = useMemo(() => {
    const facts = { ...initial, info };
    return { facts, access: buildAccess(facts, viewedRole) };
  }, [initial, info, viewedRole]);
  return <FactsContext value={startup}>{children}</FactsContext>;
}

/** The user's rights; with `viewedRole`, those of that role. */
export function buildAccess(facts: StartupData, viewedRole: string | null = null): Access {
  const { admin } = facts;
  const caller: Caller = { role: viewedRole ?? deriveRole(admin), adminId: admin.id, admin };
  return {
    ...caller,
    isViewing: viewedRole !== null,
    can: (resource, right, options) => canSee(caller, resource, right, options),
    canOpen: (name, right) => canOpen(caller, name, right),
    findLack: (resource) => findLack(resource, facts),
  };
}

function useStartup(): Startup {
  return requireContext(
    "What asks for rights or facts of the platform",
    "StartupDataProvider",
    useContext(FactsContext),
  );
}

export function useStartupData(): StartupData {
  return useStartup().facts;
}

/** Whether the user has this right on records of a resource, and the platform has them. */
export function mayUse(access: Pick<Access, "can" | "findLack">, resource: string, right: Right = "read"): boolean {
  const summary = summaries[resource];
  return summary !== undefined && access.can(summary, right) && access.findLack(summary) === null;
}

/** The only way for screens to check permissions. */
export function useAccess(): Access {
  return useStartup().access;
}

interface SeeOptions {
  readonly record?: WireRecord;
  readonly field?: GuardedField & Partial<Pick<FieldDescriptor, "name" | "reference">>;
}

/**
 * Checks that the platform has the reference and that there is anything to see: a reference whose target the user may
 * not read is a meaningless number.
 */
export function canSee(caller: Caller, resource: Guarded, right: Right, options: SeeOptions = {}): boolean {
  if (!can(caller, resource, right, options)) return false;
  const { record, field } = options;
  const target = right === "read" && field?.reference && summaries[field.reference.resource];
  if (!target) return true;
  const id = record?.[field.name ?? ""];
  return can(caller, target, "lookup", id === undefined ? {} : { record: { id } });
}
