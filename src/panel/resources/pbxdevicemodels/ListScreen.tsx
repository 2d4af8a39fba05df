import { ListView } from "../../views/ListView.tsx";
import { CatalogueModels } from "./CatalogueModels.tsx";

/** The list of models, below a way to take in some of the catalogue. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <>
      <CatalogueModels />
      <ListView resource={resource} />
    </>
  );
}
