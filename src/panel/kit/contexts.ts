import { useResourceContext } from "react-admin";
import { requireContext } from "../providers/requireContext.ts";

/** The resource that a component of the kit is within. */
export const useRequiredResource = (user: string, props?: { readonly resource?: string }) =>
  requireContext(user, "a resource: List, Edit, Create, Show or ResourceContextProvider", useResourceContext(props));
