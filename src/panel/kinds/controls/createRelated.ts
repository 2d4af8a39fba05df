import { createContext } from "react";

/** Leaves the form for another one and comes back with the new record chosen in the field of this id. */
export type LeaveToCreate = (address: string, fieldId: string) => void;

/** Given by forms that can keep what was typed meanwhile; null elsewhere, where nothing new is offered then. */
export const CreateRelatedContext = createContext<LeaveToCreate | null>(null);
