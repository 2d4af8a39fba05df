import { buildListeners } from "./listeners.ts";

/** The platform's progress on a pending change: records found so far, and those done. */
export interface Progress {
  readonly found: number;
  readonly done: number;
  /** Stops the change, where the platform then stores nothing of it. */
  readonly stop?: () => void;
}

/** State of the connection, as requests reveal it. */
export interface Connection {
  /** The last request got no response, or the browser is offline. */
  readonly isLost: boolean;
  /** A request has been pending for longer than users like to wait. */
  readonly isSlow: boolean;
  /** Progress of the pending change, where the platform reports it. */
  readonly progress: Progress | null;
}

/** Milliseconds before a pending request is shown: sooner for a change, which the user has just made. */
const PENDING_DELAY_MS = { reading: 3_000, changing: 1_000 };

let connection: Connection = { isLost: false, isSlow: false, progress: null };
let progress: Progress | null = null;
let overdue = 0;
let hasFailed = false;
const listeners = buildListeners();

/** Tracks a request and passes on its outcome. Timeouts and aborts say nothing about the connection. */
export async function trackRequest<Answer>(
  request: Promise<Answer>,
  kind: keyof typeof PENDING_DELAY_MS,
  isLoss: () => boolean,
): Promise<Answer> {
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    overdue++;
    publish();
  }, PENDING_DELAY_MS[kind]);
  try {
    const response = await request;
    hasFailed = false;
    return response;
  } catch (error) {
    hasFailed ||= isLoss();
    throw error;
  } finally {
    clearTimeout(timer);
    if (isOverdue) overdue--;
    publish();
  }
}

/** Shows the progress of a slow change; null: it is done. */
export function reportProgress(next: Progress | null): void {
  progress = next;
  publish();
}

/** A stable object until something changes. */
export function currentConnection(): Connection {
  return connection;
}

export function onConnectionChange(listener: () => void): () => void {
  window.addEventListener("online", publish);
  window.addEventListener("offline", publish);
  return listeners.subscribe(listener);
}

function publish(): void {
  const next = { isLost: hasFailed || !navigator.onLine, isSlow: overdue > 0, progress };
  const isSame = (name: keyof Connection) => next[name] === connection[name];
  if (isSame("isLost") && isSame("isSlow") && isSame("progress")) return;
  connection = next;
  listeners.notify();
}
