import { useQueryClient } from "@tanstack/react-query";
import { useDataProvider, useLocale, useNotify, useTranslate } from "ra-core";
import { useState } from "react";
import type { FileDescriptor } from "../../../core/descriptor.ts";
import { fileProblem, kindsOf } from "../../../core/fileValue.ts";
import { whyNot } from "../../explain/whyNot.ts";
import { readFileValue } from "../../kinds/file/readFileValue.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { addTexts } from "../../providers/i18nProvider.ts";
import { useResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { fieldRefusalText } from "../../views/record/fieldRefusalText.ts";

interface Place {
  readonly set: PanelRecord;
  readonly handle: string;
  /** What is there so far. */
  readonly own: PanelRecord | undefined;
}

/** Stores a sound for a handle of a set at once: it is the set's own from then on, and plays as what it replaces did. */
export function useUploadSound(limits: FileDescriptor, { set, handle, own }: Place) {
  const { descriptor } = useResource("soundfiles");
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const locale = useLocale();
  const [isUploading, setIsUploading] = useState(false);

  const store = async (file: File) => {
    // What is too large is not read first.
    const isTooLarge = file.size > limits.maxBytes;
    const soundfile = isTooLarge ? "" : await readFileValue(file);
    const problem = isTooLarge
      ? { rule: "size", params: { kilobytes: Math.floor(limits.maxBytes / 1024) } }
      : fileProblem(limits, soundfile);
    if (problem) {
      await addTexts("rules");
      const kinds = kindsOf(limits.types).join(", ");
      notify(translate(`rules.file.${problem.rule}`, { ...problem.params, kinds, _: "" }), { type: "error" });
      return;
    }
    const data = {
      set_id: set.id,
      handle,
      soundfile,
      filename: file.name,
      loopplay: own?.loopplay === true,
      use_parent: false,
    };
    await dataProvider.create("soundfiles", { data });
    refreshAfterWrite(queryClient);
    notify("sounds.stored", { type: "success", messageArgs: { name: handle } });
  };

  const upload = async (file: File) => {
    setIsUploading(true);
    try {
      await store(file);
    } catch (refusal) {
      const { fields } = descriptor;
      const text = await fieldRefusalText(refusal, { translate, locale, resource: "soundfiles", fields });
      notify(text, { type: "error", ...whyNot(refusal, { resource: "soundfiles", right: "create" }) });
    } finally {
      setIsUploading(false);
    }
  };
  return { upload, isUploading };
}
