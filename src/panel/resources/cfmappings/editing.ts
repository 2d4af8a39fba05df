/** The step that is being edited: one at a time. */
export interface StepEditing {
  /** Key of the step; null: none. */
  readonly open: string | null;
  /** Opens a step, unless another has unsaved changes. */
  readonly choose: (step: string | null) => void;
  /** Opens a step, or closes it if it is open. */
  readonly toggle: (step: string) => void;
  /** Closes the open step; what was typed is saved or given up. */
  readonly close: () => void;
  readonly isChanged: boolean;
  readonly setIsChanged: (isChanged: boolean) => void;
  /** Whether the user tried to go on without saving. */
  readonly isHeld: boolean;
}
