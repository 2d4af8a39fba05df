import type { WireRecord } from "../../core/schema/descriptor.ts";
import { toFileValue } from "../../core/validation/fileValue.ts";
import { writeTone } from "../../core/values/tone.ts";
import type { HookContext, Row } from "../resourceHooks.ts";
import { soundGroups } from "./soundHandles.ts";

/**
 * File values of the default sounds, by handle. The embedded platform plays no calls and has no recordings: each handle
 * has a tone of its own pitch, the same in every language.
 */
const defaultSounds: ReadonlyMap<string, string> = new Map(
  soundGroups
    .flatMap(([, handles]) => handles)
    .map((handle, index) => {
      const tone = writeTone({ hertz: 220 + 20 * index, milliseconds: 300 });
      const base64 = Buffer.from(tone).toString("base64");
      return [handle, toFileValue({ type: "audio/x-wav", name: `${handle}.wav`, base64 })];
    }),
);

/** Loads the default sounds into a set, for missing or for all handles, as requested. */
export async function loadDefaultSounds(context: HookContext, set: Row<"soundsets">, input: WireRecord): Promise<void> {
  const present = await context.findBy("soundfiles", { set_id: set.id });
  const isReplaced = ({ filename }: Row<"soundfiles">) => input.replace_existing === true || filename === null;
  const soundOf = (handle: string) => ({
    soundfile: defaultSounds.get(handle) ?? null,
    filename: `${handle}.wav`,
    loopplay: input.loopplay === true,
    use_parent: false,
  });
  const replaced = present.filter((file) => defaultSounds.has(file.handle) && isReplaced(file)).map(({ id }) => id);
  await context.updateMany("soundfiles", replaced, ({ handle }) => soundOf(handle));
  const presentHandles = new Set(present.map(({ handle }) => handle));
  const missing = [...defaultSounds.keys()].filter((handle) => !presentHandles.has(handle));
  const { id: set_id, reseller_id } = set;
  await context.insertMany(
    "soundfiles",
    missing.map((handle) => ({ set_id, reseller_id, handle, ...soundOf(handle) })),
  );
}
