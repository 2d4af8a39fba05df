import type { Kysely } from "kysely";
import type { TemplateFault } from "../../../core/telephony/deviceTemplates/liquidTemplate.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { MEGABYTE } from "../../../core/values/bytes.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { asAsker, MAX_REQUEST_MS } from "../../evaluation/asker.ts";
import { evaluate, evaluateBefore } from "../../evaluation/evaluate.ts";
import { LruCache } from "../../evaluation/lruCache.ts";
import { loadFile } from "../../records/files/fileStore.ts";
import { digestOf } from "./compiledTemplate.ts";
import type { FilledTemplate, TemplateValues } from "./configEvaluator.ts";
import type { DeviceChain } from "./deviceChain.ts";
import type { TemplateNeeds } from "./deviceFacts.ts";

export async function loadConfigTemplate(db: Kysely<Tables>, { config }: DeviceChain): Promise<string> {
  const file = await loadFile(db, { name: "pbxdeviceconfigs" }, config.id, "data");
  return Buffer.from(file?.content ?? []).toString("utf8");
}

/** Finds faults of a template that is written. */
export async function findTemplateFaults(text: string): Promise<readonly TemplateFault[]> {
  return (await evaluateBefore("readTemplate", { digest: digestOf(text) }, { pointer: "/data", answer: () => text }))
    .faults;
}

/** Fills a template that need not be stored, with values that depend on what it needs. */
export async function fillText(
  text: string,
  valuesFor: (needs: TemplateNeeds) => Promise<TemplateValues>,
): Promise<FilledTemplate> {
  const digest = digestOf(text);
  const question = { pointer: "/data", answer: () => text };
  const read = await evaluate("readTemplate", { digest }, question);
  if (!("needs" in read)) return read;
  return evaluate("fillTemplate", { digest, values: await valuesFor(read.needs) }, question);
}

/** Why a phone gets no file: the fault of its template, or that filling it takes too long. */
interface PhoneRefusal {
  readonly refusal: string;
  readonly isTooLong: boolean;
}

type PhoneFile = { readonly text: string } | PhoneRefusal;

const tooLong: PhoneRefusal = { refusal: "evaluationTooLong", isTooLong: true };

function refusalFor({ rule, line, params }: TemplateFault): PhoneRefusal {
  return { refusal: `${rule} line ${line} ${Object.values(params).join(" ")}`.trim(), isTooLong: false };
}

/** Needs of the templates that were requested last, by the digest of their text: a thousand phones share a few. */
const templates = new LruCache<{ readonly needs: TemplateNeeds } | PhoneRefusal>(200, () => 1);

/** Files that were asked for last. */
const files = new LruCache<PhoneFile>(8 * MEGABYTE, (file) => ("text" in file ? file.text : file.refusal).length);

/** Times at which templates that took too long may be tried again. */
const slow = new LruCache<number>(1_000, () => 1);
const PAUSE = 300_000;

/** Phones that may wait for the same template: they start together after a power cut. */
const MAX_WAITING_PHONES = 1_000;

/**
 * Files for phones, cached: phones ask again and again while nothing changes, and anybody can ask in their name.
 * All that a template can name is in the values, so that a file is found by them and by its template's digest, and no
 * change can be missed. A template that fails does so until it or its values change; after one that takes too long,
 * whatever somebody has asked for, nobody is served for some minutes.
 */
export async function fileOfPhone(
  digest: string,
  load: () => Promise<string>,
  valuesFor: (needs: TemplateNeeds) => Promise<TemplateValues>,
): Promise<PhoneFile> {
  if ((slow.get(digest) ?? 0) > performance.now()) return tooLong;
  const question = { pointer: "/data", answer: load };
  // Those who share a template wait for each other, and nobody else does.
  const asker = { account: `template ${digest}`, budget: { left: MAX_REQUEST_MS }, mostWaiting: MAX_WAITING_PHONES };
  try {
    return await asAsker(asker, async () => {
      const read = async () => {
        const outlined = await evaluate("readTemplate", { digest }, question);
        return "needs" in outlined ? { needs: outlined.needs } : refusalFor(outlined.faults[0]);
      };
      const prepared = templates.get(digest) ?? templates.set(digest, await read());
      if ("refusal" in prepared) return prepared;
      const values = await valuesFor(prepared.needs);
      const fill = async () => {
        const filled = await evaluate("fillTemplate", { digest, values }, question);
        if (!("file" in filled)) return refusalFor(filled.faults[0]);
        return "text" in filled.file ? { text: filled.file.text } : refusalFor(filled.file.fault);
      };
      const key = digestOf(JSON.stringify([digest, values]));
      return files.get(key) ?? files.set(key, await fill());
    });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === "validation_failed") slow.set(digest, performance.now() + PAUSE);
    else if (error.code !== "too_many_evaluations") throw error;
    return tooLong;
  }
}
