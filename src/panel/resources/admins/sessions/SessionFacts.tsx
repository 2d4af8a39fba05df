import { Value } from "../../../kinds/Value.tsx";
import type { PanelRecord } from "../../../providers/rest.ts";
import { fieldKey } from "../../../resource/labels.ts";
import { useCellContext } from "../../../views/useCellContext.ts";

const facts = [
  ["ip", "text"],
  ["last_seen_at", "dateTime"],
  ["created_at", "dateTime"],
] as const;

/** From where, and when: by which one knows whether it was oneself. */
export function SessionFacts({ session }: { session: PanelRecord }) {
  const context = useCellContext("adminsessions", "details");
  return (
    <dl className="sessions-facts">
      {facts.map(([source, kind]) => (
        <div key={source}>
          <dt>{context.translate(fieldKey("adminsessions", source))}</dt>
          <dd>
            <Value kind={kind} value={session[source]} source={source} record={session} context={context} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
