import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { nameKey } from "../navigation/labels.ts";
import { type Extension, hasExtension } from "../providers/extensions.ts";
import { lazyPart } from "../providers/lazyComponent.ts";
import { useStartupData } from "../providers/StartupDataContext.tsx";

const LegacyFrame = lazyPart(() => import("./legacyPages/LegacyFrame.tsx"), "LegacyFrame");

interface LegacyFallbackProps {
  readonly extension: Extension;
  readonly resource: string;
  /** Path of the legacy panel's page. */
  readonly path: string;
  readonly children: ReactNode;
}

/** A list that only platforms with the extension have; on others, the page of a legacy panel behind them. */
export function LegacyFallback({ extension, resource, path, children }: LegacyFallbackProps) {
  const translate = useTranslate();
  const { hasLegacyPanel } = useStartupData();
  if (hasExtension(extension) || !hasLegacyPanel) return children;
  return <LegacyFrame title={translate(nameKey(resource), { smart_count: 2 })} path={path} />;
}
