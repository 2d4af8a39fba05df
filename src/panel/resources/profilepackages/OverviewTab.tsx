import { useGetMany, useTranslate } from "react-admin";
import { type PackageProfile, toPackage } from "../../../core/telephony/balances/balance.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import type { RecordOf } from "../../providers/rest.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { ShowFields } from "../../views/show/ShowFields.tsx";
import { IntervalPlay } from "./IntervalPlay.tsx";
import type { RecordsById } from "./records.ts";
import { Sentences } from "./Sentences.tsx";

/** Shows the package in sentences and played for a new customer; then its fields. */
export function OverviewTab({ descriptor, record }: CustomTabProps<"profilepackages">) {
  const translate = useTranslate();
  const profilePackage = toPackage(record);
  const listed = [
    ...profilePackage.initial_profiles,
    ...profilePackage.topup_profiles,
    ...profilePackage.underrun_profiles,
  ];
  const profiles = useById("billingprofiles", idsOf(listed, "profile_id"));
  const networks = useById("billingnetworks", idsOf(listed, "network_id"));
  if (!profiles || !networks) return <FactsSkeleton />;
  return (
    <>
      <section className="card below-12 pad-12-16">
        <h2 className="below-8">{translate("packages.title")}</h2>
        <Sentences profilePackage={profilePackage} profiles={profiles} networks={networks} />
      </section>
      <IntervalPlay profilePackage={profilePackage} profiles={profiles} />
      <ShowFields descriptor={descriptor} record={record} />
    </>
  );
}

/** Undefined while they load. */
function useById<Resource extends "billingprofiles" | "billingnetworks">(
  resource: Resource,
  ids: readonly number[],
): RecordsById<Resource> | undefined {
  const { data, isLoading } = useGetMany<RecordOf<Resource>>(resource, { ids: [...ids] }, { enabled: ids.length > 0 });
  if (isLoading) return undefined;
  return new Map((data ?? []).flatMap((record) => (record ? [[record.id, record] as const] : [])));
}

function idsOf(listed: readonly PackageProfile[], key: "profile_id" | "network_id"): number[] {
  return [...new Set(listed.flatMap((entry) => entry[key] ?? []))];
}
