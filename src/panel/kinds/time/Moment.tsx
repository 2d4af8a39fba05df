import { useState } from "react";
import { useLocale } from "react-admin";
import { formatDateTime, parseWireInstant } from "../../../core/values/dateTime.ts";
import { browserZone } from "./browserZone.ts";
import { timeAgo } from "./timeAgo.ts";

interface MomentProps {
  /** A wire timestamp. */
  readonly at: string;
  readonly className?: string;
}

/** A moment on the viewer's clock, with its seconds on hover; what is none is shown as it is. */
export function Moment({ at, className, zone = browserZone() }: MomentProps & { readonly zone?: string }) {
  const instant = parseWireInstant(at, zone);
  if (!instant) return at;
  return (
    <time
      className={className}
      dateTime={instant.toISOString()}
      title={formatDateTime(instant, zone, { seconds: true })}
    >
      {formatDateTime(instant, zone)}
    </time>
  );
}

/** "3 minutes ago", with the moment on hover. */
export function Ago({ at }: MomentProps) {
  const locale = useLocale();
  const zone = browserZone();
  const [now] = useState(() => new Date());
  const instant = parseWireInstant(at, zone);
  if (!instant) return at;
  return (
    <time dateTime={instant.toISOString()} title={formatDateTime(instant, zone, { seconds: true })}>
      {timeAgo(instant, now, locale)}
    </time>
  );
}
