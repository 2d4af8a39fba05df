import { HttpError } from "react-admin";
import { isObject } from "../../core/schema/isObject.ts";
import { type Progress, reportProgress } from "./connection.ts";

type Send = (request: { readonly path: string }) => Promise<{ readonly body: unknown }>;

/** Polling interval in milliseconds. */
const pause = 1_000;

/**
 * Polls the platform's progress for this user and reports each step, until the returned function is called. `stop`
 * aborts the watched request.
 */
export function watchProgress(send: Send, onStep: () => void, stop: () => void): () => void {
  let isOver = false;
  let last = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    const progress = await loadProgress(send);
    // A platform that reports nothing is not asked again.
    if (isOver || progress === "untold") return;
    const step = JSON.stringify(progress);
    if (progress && step !== last) {
      last = step;
      onStep();
      const { canStop, ...steps } = progress;
      reportProgress(canStop ? { ...steps, stop } : steps);
    }
    timer = setTimeout(() => void look(), pause);
  };
  void look();
  return () => {
    isOver = true;
    clearTimeout(timer);
    reportProgress(null);
  };
}

interface StoppableProgress extends Progress {
  readonly canStop: boolean;
}

async function loadProgress(send: Send): Promise<StoppableProgress | "untold" | null> {
  try {
    const { body } = await send({ path: "/panel-service/progress" });
    return isObject(body) && typeof body.found === "number" && typeof body.done === "number"
      ? { found: body.found, done: body.done, canStop: body.canStop === true }
      : null;
  } catch (error) {
    return error instanceof HttpError && error.status >= 400 && error.status < 500 ? "untold" : null;
  }
}
