/** What requests tell about the way to the platform. */
export interface Connection {
  /** The last request got no answer, or the browser says that it is offline. */
  readonly isLost: boolean;
  /** Some request has been on its way for longer than one likes to wait. */
  readonly isSlow: boolean;
}

/** Milliseconds until somebody who waits wants to hear of it. */
const patience = 3_000;

let connection: Connection = { isLost: false, isSlow: false };
let overdue = 0;
let hasFailed = false;
const listeners = new Set<() => void>();

window.addEventListener("online", publish);
window.addEventListener("offline", publish);

/** Follows one request; its outcome is passed on. A request that ran out of time or was called off tells nothing. */
export async function follow<Answer>(request: Promise<Answer>, isLoss: () => boolean): Promise<Answer> {
  let isOverdue = false;
  const timer = setTimeout(() => {
    isOverdue = true;
    overdue++;
    publish();
  }, patience);
  try {
    const answer = await request;
    hasFailed = false;
    return answer;
  } catch (error) {
    hasFailed ||= isLoss();
    throw error;
  } finally {
    clearTimeout(timer);
    if (isOverdue) overdue--;
    publish();
  }
}

/** The same object until something changes. */
export function currentConnection(): Connection {
  return connection;
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(): void {
  const next = { isLost: hasFailed || !navigator.onLine, isSlow: overdue > 0 };
  if (next.isLost === connection.isLost && next.isSlow === connection.isSlow) return;
  connection = next;
  for (const listener of listeners) listener();
}
