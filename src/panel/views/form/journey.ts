/** The way from one form to another and back, as it is kept in the router's state. */

/** Where to go once the record is created, and which field there waits for it. */
export interface ReturnTo {
  readonly address: string;
  readonly fieldId: string;
}

/** What a form finds when somebody comes back to it. */
export interface CameBack {
  readonly fieldId: string;
  /** Absent: nothing was created. */
  readonly createdId?: number | string;
}

export function toDeparture(returnTo: ReturnTo): { readonly returnTo: ReturnTo } {
  return { returnTo };
}

export function toReturn(cameBack: CameBack): { readonly cameBack: CameBack } {
  return { cameBack };
}

export function returnToOf(state: unknown): ReturnTo | undefined {
  return hasMember(state, "returnTo") ? (state.returnTo as ReturnTo) : undefined;
}

export function cameBackOf(state: unknown): CameBack | undefined {
  return hasMember(state, "cameBack") ? (state.cameBack as CameBack) : undefined;
}

function hasMember<Name extends string>(state: unknown, name: Name): state is Record<Name, unknown> {
  return typeof state === "object" && state !== null && name in state;
}
