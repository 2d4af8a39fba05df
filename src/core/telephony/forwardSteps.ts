import type { Resources } from "../../generated/types/index.gen.ts";

/** A destination of a set as in the API: `destination`, `timeout` in seconds, `priority`. */
export type SetDestination = Resources["cfdestinationsets"]["create"]["destinations"][number];

/** Destinations in the order in which they are called; those of one step ring together. */
export type ForwardSteps = readonly (readonly SetDestination[])[];

/** The position of a destination: its step, and its index among those that ring together. */
export interface StepPosition {
  readonly step: number;
  readonly part: number;
}

/** Destinations by priority, the lowest first. */
export function stepsOf(destinations: readonly SetDestination[]): ForwardSteps {
  const priorities = [...new Set(destinations.map(priorityOf))].sort((a, b) => a - b);
  return priorities.map((priority) => destinations.filter((destination) => priorityOf(destination) === priority));
}

/** The destinations of a set in the order of the steps, with priorities from 1. */
export function fromSteps(steps: ForwardSteps): SetDestination[] {
  return steps
    .filter((step) => step.length > 0)
    .flatMap((step, index) => step.map((destination) => ({ ...destination, priority: index + 1 })));
}

export function withoutDestination(steps: ForwardSteps, position: StepPosition): ForwardSteps {
  return steps
    .map((step, index) => (index === position.step ? step.toSpliced(position.part, 1) : step))
    .filter(isFilled);
}

/**
 * A destination one step earlier (-1) or later (1): it leaves those that it rings with, or changes places with its
 * neighbour. Null: there is nowhere to go.
 */
export function moveDestination(steps: ForwardSteps, position: StepPosition, by: -1 | 1): ForwardSteps | null {
  const isAlone = steps[position.step]?.length === 1;
  const to = position.step + by;
  if (isAlone) return to < 0 || to >= steps.length ? null : placeAt(steps, position, by < 0 ? to : to + 1);
  return placeAt(steps, position, by < 0 ? position.step : position.step + 1);
}

/** A destination as a step of its own before the step that is now at `before`; `steps.length`: at the end. */
export function placeAt(steps: ForwardSteps, position: StepPosition, before: number): ForwardSteps {
  const moved = steps[position.step]?.[position.part];
  if (!moved) return steps;
  const remaining = steps.map((step, index) => (index === position.step ? step.toSpliced(position.part, 1) : step));
  return remaining.toSpliced(before, 0, [moved]).filter(isFilled);
}

/** A destination that rings together with the step before its own. */
export function joinEarlier(steps: ForwardSteps, position: StepPosition): ForwardSteps {
  const moved = steps[position.step]?.[position.part];
  if (!moved || position.step === 0) return steps;
  return withoutDestination(
    steps.map((step, index) => (index === position.step - 1 ? [...step, moved] : step)),
    position,
  );
}

function isFilled(step: readonly SetDestination[]): boolean {
  return step.length > 0;
}

function priorityOf({ priority }: SetDestination): number {
  return priority ?? 1;
}
