/** Resources whose records are dropped after their time; the journal has their number, and names no record. */
export const droppedResources = ["calls", "journals"] as const;

export type DroppedResource = (typeof droppedResources)[number];

/** Whether entries of this resource tell of what was dropped, where they name no record. */
export function isDroppedResource(name: string): name is DroppedResource {
  return droppedResources.some((resource) => resource === name);
}
