import type { Resources } from "../../generated/types/index.gen.ts";

/** A destination of a set as in the API: `destination`, `timeout` in seconds, `priority`. */
export type SetDestination = Resources["cfdestinationsets"]["create"]["destinations"][number];

/** Destinations in the order in which they are called; those of one step ring together. */
export type ForwardSteps = readonly (readonly SetDestination[])[];

/** Where a destination stands: its step, and its place among those that ring together. */
export interface StepPlace {
  readonly step: number;
  readonly part: number;
}

/** Destinations by priority, the lowest first. */
export function stepsOf(destinations: readonly SetDestination[]): ForwardSteps {
  const priorities = [...new Set(destinations.map(priorityOf))].sort((a, b) => a - b);
  return priorities.map((priority) => destinations.filter((one) => priorityOf(one) === priority));
}

/** The destinations of a set in the order of the steps, with priorities from 1. */
export function fromSteps(steps: ForwardSteps): SetDestination[] {
  return steps
    .filter((step) => step.length > 0)
    .flatMap((step, index) => step.map((one) => ({ ...one, priority: index + 1 })));
}

export function withoutDestination(steps: ForwardSteps, place: StepPlace): ForwardSteps {
  return steps.map((step, at) => (at === place.step ? step.toSpliced(place.part, 1) : step)).filter(isFilled);
}

/**
 * A destination one step earlier (-1) or later (1): it leaves those that it rings with, or changes places with its
 * neighbour. Null: there is nowhere to go.
 */
export function moveDestination(steps: ForwardSteps, place: StepPlace, by: -1 | 1): ForwardSteps | null {
  const isAlone = steps[place.step]?.length === 1;
  const to = place.step + by;
  if (isAlone) return to < 0 || to >= steps.length ? null : placeAt(steps, place, by < 0 ? to : to + 1);
  return placeAt(steps, place, by < 0 ? place.step : place.step + 1);
}

/** A destination as a step of its own before the step that is now at `before`; `steps.length`: at the end. */
export function placeAt(steps: ForwardSteps, place: StepPlace, before: number): ForwardSteps {
  const moved = steps[place.step]?.[place.part];
  if (!moved) return steps;
  const rest = steps.map((step, at) => (at === place.step ? step.toSpliced(place.part, 1) : step));
  return rest.toSpliced(before, 0, [moved]).filter(isFilled);
}

/** A destination that rings together with the step before its own. */
export function joinEarlier(steps: ForwardSteps, place: StepPlace): ForwardSteps {
  const moved = steps[place.step]?.[place.part];
  if (!moved || place.step === 0) return steps;
  return withoutDestination(
    steps.map((step, at) => (at === place.step - 1 ? [...step, moved] : step)),
    place,
  );
}

function isFilled(step: readonly SetDestination[]): boolean {
  return step.length > 0;
}

function priorityOf({ priority }: SetDestination): number {
  return priority ?? 1;
}
