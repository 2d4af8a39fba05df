import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type Caller, can, canOpen, deriveRole, type Guarded, type GuardedField } from "../../core/access.ts";
import type { ResourceSummary, Right, WireRecord } from "../../core/descriptor.ts";
import { findLack, isOn, type Lack, loadInfo, type PlatformFacts } from "./facts.ts";

/** What the person may do and what the platform can do. */
export interface Access extends Caller {
  /** The role is not the own one: somebody looks through it, and nothing can be changed. */
  readonly isViewing: boolean;
  can(resource: Guarded, right: Right, options?: { record?: WireRecord; field?: GuardedField }): boolean;
  /** Right on a page, tool or document: `page.dashboard`. */
  canOpen(name: string, right?: Right): boolean;
  /** What the platform lacks for a resource; null when nothing. */
  findLack(resource: Pick<ResourceSummary, "needs">): Lack | null;
}

interface Known {
  readonly facts: PlatformFacts;
  readonly access: Access;
}

const FactsContext = createContext<Known | null>(null);

const minute = 60_000;

/** The facts loaded at the start; the platform's own (maintenance, flags) are asked for again now and then. */
export function FactsProvider({
  initial,
  viewedRole = null,
  children,
}: {
  initial: PlatformFacts;
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
  const known = useMemo(() => {
    const facts = { ...initial, info };
    return { facts, access: buildAccess(facts, viewedRole) };
  }, [initial, info, viewedRole]);
  return <FactsContext value={known}>{children}</FactsContext>;
}

/** What the person may do; with `viewedRole`, what somebody of that role might. */
export function buildAccess(facts: PlatformFacts, viewedRole: string | null = null): Access {
  const { admin } = facts;
  const caller: Caller = { role: viewedRole ?? deriveRole(admin), adminId: Number(admin.id), admin };
  return {
    ...caller,
    isViewing: viewedRole !== null,
    can: (resource, right, options) => can(caller, resource, right, options),
    canOpen: (name, right) => canOpen(caller, name, right),
    findLack: ({ needs }) => findLack(needs, facts),
  };
}

function useKnown(): Known {
  const known = useContext(FactsContext);
  if (!known) throw new Error("Facts are needed: render below FactsProvider");
  return known;
}

export function useFacts(): PlatformFacts {
  return useKnown().facts;
}

/** The one way for screens to ask what is allowed. */
export function useAccess(): Access {
  return useKnown().access;
}

export function useIsInMaintenance(): boolean {
  return isOn(useFacts().info.maintenance_mode);
}
