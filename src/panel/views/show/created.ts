/** State of a navigation to the page of a record that has just been created: the page offers what usually follows. */
export const createdState = { isCreated: true } as const;

export function hasNextSteps(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isCreated" in state;
}
