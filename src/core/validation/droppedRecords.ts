/** What is dropped after its time, of which the journal tells how much: no record is named. */
export const droppedResources = ["calls", "journals"] as const;

export type DroppedResource = (typeof droppedResources)[number];

/** Whether entries of this resource tell of what was dropped, where they name no record. */
export function isDroppedResource(name: string): name is DroppedResource {
  return droppedResources.some((resource) => resource === name);
}
