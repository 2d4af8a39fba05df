import { ListView } from "../../views/ListView.tsx";
import { LegacyFallback } from "../../views/OlderUnless.tsx";

/** The list of captured calls. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <LegacyFallback extension="call_flows" resource={resource} path="/callflow">
      <ListView resource={resource} />
    </LegacyFallback>
  );
}
