import { useLocale, useTranslate } from "react-admin";
import type { RoutedCall } from "../../../core/telephony/callRouting/callTrace.ts";
import type { Mismatch, RoutingStep } from "../../../core/telephony/callRouting/steps.ts";
import { formatExactMoney } from "../../../core/values/money.ts";
import { nameKey } from "../../navigation/labels.ts";

/** A number or name before and after a step. */
interface BeforeAndAfter {
  readonly from: string;
  readonly to: string;
}

/** Steps of a call in words, on the page and as plain text. */
export function useRouteTexts() {
  const translate = useTranslate();
  const locale = useLocale();

  const outcome = ({ kind, outcome: what, input, output, preference }: RoutingStep): string => {
    if (kind === "service") return translate(`destinations.${what}`);
    const { net, currency } = output;
    const values = {
      ...input,
      ...output,
      ...(kind === "fee" && net !== null && { net: formatExactMoney(`${net}`, locale, currency?.toString()) }),
      way: typeof input.way === "string" ? translate(`routing.ways.${input.way}`) : undefined,
      preference: preference && translate(`preferences.attributes.${preference}.label`, { _: preference }),
    };
    return translate(`routing.outcomes.${kind}.${what}`, values);
  };

  const change = ({ kind, input, output }: RoutingStep): BeforeAndAfter | null => {
    const [from, to] = [input.number, output.number];
    const isShown = kind !== "callee" && from !== undefined && from !== null && to !== undefined && to !== null;
    return isShown && from !== to ? { from: String(from), to: String(to) } : null;
  };

  const mismatch = ({ reason, values }: Mismatch): string =>
    translate(`routing.reasons.${reason}`, { ...values, _: translate(`price.reasons.${reason}`, values) });

  const ending = ({ ending: end, reason, steps }: RoutedCall): string =>
    translate(`routing.ends.${reason ?? end}`, { name: steps.at(-1)?.record?.title ?? "" });

  const plainText = (call: RoutedCall): string => {
    const lines = call.steps
      .filter(({ kind }) => kind !== "end")
      .flatMap((step, index) => {
        const changed = change(step);
        const { record, pattern, others } = step;
        const decided = record && `${translate(nameKey(record.resource), { smart_count: 1 })} ${record.title}`;
        return [
          `${index + 1}. ${translate(`routing.kinds.${step.kind}`)}: ${outcome(step)}`,
          ...(changed ? [`   ${changed.from} → ${changed.to}`] : []),
          ...(decided || pattern ? [`   ${[decided, pattern].filter(Boolean).join(" · ")}`] : []),
          ...others.map(
            (other) => `   - ${[other.record?.title ?? other.text, mismatch(other)].filter(Boolean).join(": ")}`,
          ),
        ];
      });
    return [ending(call), ...lines].join("\n");
  };

  return { outcome, change, mismatch, ending, plainText, isRejection };
}

/** Whether a step ends the call. */
function isRejection({ outcome, kind }: RoutingStep): boolean {
  const isNone = ["peers", "source"].includes(kind) && (outcome === "none" || outcome.startsWith("no_"));
  return isNone || /refused$|^rejected$|^unknown$|^no_members$|^anonymous$/.test(outcome);
}
