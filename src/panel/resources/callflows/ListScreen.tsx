import { LegacyFallback } from "../../views/LegacyFallback.tsx";
import { ListView } from "../../views/ListView.tsx";

/** The list of captured calls. */
export function ListScreen({ resource }: { readonly resource: string }) {
  return (
    <LegacyFallback extension="call_flows" resource={resource} path="/callflow">
      <ListView resource={resource} />
    </LegacyFallback>
  );
}
