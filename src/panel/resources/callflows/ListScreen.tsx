import { ListView } from "../../views/ListView.tsx";
import { OlderUnless } from "../../views/OlderUnless.tsx";

/** The list of captured calls. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <OlderUnless extension="call_flows" resource={resource} path="/callflow">
      <ListView resource={resource} />
    </OlderUnless>
  );
}
