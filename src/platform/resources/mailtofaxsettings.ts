import { isColumnChanged, nextValue, patternError, refuse, toJsonArray } from "../records/hookHelpers.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

/** Parts of a mail that a line may match by a regular expression. */
const matched = ["from_email", "received_from", "destination"] as const;

export const mailtofaxsettings: ResourceHooks<"mailtofaxsettings"> = {
  async beforeWrite(event) {
    const lines = toJsonArray(nextValue(event, "acl")).map((line, index) => ({ line, pointer: `/acl/${index}` }));
    refuse(
      lines.flatMap(({ line, pointer }) =>
        line.use_regex === true ? matched.flatMap((name) => patternError(line[name], `${pointer}/${name}`)) : [],
      ),
    );
    if (isColumnChanged(event, "secret_key")) event.values.last_secret_key_modify = event.context.now;
  },
};
