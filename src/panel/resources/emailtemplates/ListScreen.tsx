import { ListView } from "../../views/ListView.tsx";
import { MissingTemplates } from "./MissingTemplates.tsx";

/** The list of templates, below a note about defaults that resellers lack. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <>
      <MissingTemplates />
      <ListView resource={resource} />
    </>
  );
}
