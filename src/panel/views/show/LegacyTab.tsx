import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { lazyPart } from "../../providers/lazyComponent.ts";
import { useStartupData } from "../../providers/StartupDataContext.tsx";
import styles from "./details.module.css";
import type { ShowTab } from "./tabs.ts";

const LegacyFrame = lazyPart(() => import("../legacyPages/LegacyFrame.tsx"), "LegacyFrame", ["pages"]);

interface LegacyTabProps {
  readonly tab: ShowTab;
  /** Shown here once it has a schema. */
  readonly resource: string;
  readonly descriptor: ResourceDescriptor;
  readonly id: string;
}

/** A tab that only a legacy panel has: that page, or a note on what will be here. */
export function LegacyTab({ tab, resource, descriptor, id }: LegacyTabProps) {
  const translate = useTranslate();
  const { hasLegacyPanel } = useStartupData();
  const name = translate(tab.labelKey, { smart_count: 2 });
  const notice = (
    <section className={`stack gap-4 round-8 ${styles.tabPending}`}>
      <h2 className="text-16 tall">{translate("pending.title", { name })}</h2>
      <p>{translate(`pending.about.${resource}`)}</p>
      <p className="quiet">{translate("pending.text")}</p>
    </section>
  );
  if (!hasLegacyPanel || tab.legacyPath === undefined) return notice;
  const [page = "", section = ""] = tab.legacyPath.split("#");
  const path = page.startsWith("/") ? page : `${descriptor.route}/${id}/${page}`;
  return <LegacyFrame title={name} path={path} section={section} missing={notice} />;
}
