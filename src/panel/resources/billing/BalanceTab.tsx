import { useResource } from "../../providers/resources.ts";
import type { CustomTabProps } from "../../views/details/override.ts";
import { RelatedRecord } from "../../views/details/ReferenceTab.tsx";
import { CreateActions } from "../../views/list/CreateActions.tsx";

/** A customer's balance, with the ways to top it up. */
export function BalanceTab({ record: { id } }: CustomTabProps<"customers">) {
  const ways = [useResource("topupcash"), useResource("topupvouchers")];
  const actions = ways.map(({ descriptor }) => (
    <CreateActions key={descriptor.name} descriptor={descriptor} parentId={id} />
  ));
  return <RelatedRecord resource="customerbalances" id={id} actions={actions} />;
}
