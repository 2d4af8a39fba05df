import { useResource } from "../../providers/resources.ts";
import { CreateActions } from "../../views/list/CreateActions.tsx";
import type { CustomTabProps } from "../../views/override.ts";
import { RelatedRecord } from "../../views/show/ReferenceTab.tsx";

/** A customer's balance, with the ways to top it up. */
export function BalanceTab({ record: { id } }: CustomTabProps<"customers">) {
  const ways = [useResource("topupcash"), useResource("topupvouchers")];
  const actions = ways.map(({ descriptor }) => (
    <CreateActions key={descriptor.name} descriptor={descriptor} parentId={id} />
  ));
  return <RelatedRecord resource="customerbalances" id={id} actions={actions} />;
}
