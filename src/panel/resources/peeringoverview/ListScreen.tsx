import { ListView } from "../../views/ListView.tsx";
import { OlderUnless } from "../../views/OlderUnless.tsx";

/** The list of all ways to and from peers. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <OlderUnless extension="peering_overview" resource={resource} path="/peeringoverview">
      <ListView resource={resource} />
    </OlderUnless>
  );
}
