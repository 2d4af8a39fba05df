import { useLocale, useTranslate } from "react-admin";
import type { PackageProfile, ProfilePackage } from "../../../core/telephony/balances/balance.ts";
import { type PackageSentence, packageSentences } from "../../../core/telephony/balances/describePackage.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { formatMoney } from "../../../core/values/money.ts";
import { firstProfileId, packageCurrency, type RecordsById, toBalanceProfile } from "./records.ts";

interface SentencesProps {
  readonly profilePackage: ProfilePackage;
  readonly profiles: RecordsById<"billingprofiles">;
  readonly networks: RecordsById<"billingnetworks">;
}

/** A package in sentences. */
export function Sentences({ profilePackage, profiles, networks }: SentencesProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const currency = packageCurrency(profilePackage, profiles);
  const nameOf = ({ profile_id, network_id }: PackageProfile) => {
    const profile = titleOf(profiles, profile_id);
    if (typeof network_id !== "number") return profile;
    return translate("packages.inNetwork", { profile, network: titleOf(networks, network_id) });
  };
  const namesOf = (listed: readonly PackageProfile[]) =>
    new Intl.ListFormat(locale, { type: "conjunction" }).format(listed.map(nameOf));
  const partsOf = (sentence: PackageSentence) => ({
    span: spanText(sentence, locale),
    ...(sentence.cents !== undefined && { amount: formatMoney(sentence.cents, locale, currency) }),
    ...(sentence.seconds !== undefined && { time: formatDuration(sentence.seconds, locale) }),
    ...(sentence.level !== undefined && {
      level: translate(`resources.profilepackages.enums.underrun_lock_level.${sentence.level}`),
    }),
    ...(sentence.profiles && { profiles: namesOf(sentence.profiles) }),
  });
  return (
    <ul className="bullets stack gap-4">
      {packageSentences(profilePackage, toBalanceProfile(firstProfileId(profilePackage), profiles)).map((sentence) => (
        <li key={sentence.key}>{translate(`packages.sentences.${sentenceText(sentence)}`, partsOf(sentence))}</li>
      ))}
    </ul>
  );
}

/** The text of a sentence: what is free may be cash, time or both. */
function sentenceText(sentence: PackageSentence): string {
  if (sentence.key !== "free") return sentence.key;
  if (sentence.seconds === 0) return "freeCash";
  return sentence.cents === 0 ? "freeTime" : "freeBoth";
}

function spanText({ unit, value }: PackageSentence, locale: string): string {
  if (unit === undefined || value === undefined) return "";
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

function titleOf(records: RecordsById<"billingprofiles" | "billingnetworks">, id: number): string {
  return records.get(id)?.name ?? `#${id}`;
}
