interface Turn {
  stop: AbortController;
  ended: Promise<unknown>;
}

/** The request that holds each upload at the moment, by the upload's key. */
const turns = new Map<string, Turn>();

/**
 * One request at a time for each upload. The later one goes first: a client that is back has lost its former
 * connection, whether or not we have heard of it.
 * @param work ends soon after its signal, with what it has got by then
 */
export async function takeOver<T>(
  key: string,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const before = turns.get(key);
  const stop = new AbortController();
  const result = (before?.ended ?? Promise.resolve()).then(() => work(stop.signal));
  const turn: Turn = { stop, ended: result.catch(() => {}) };
  turns.set(key, turn);
  before?.stop.abort();
  try {
    return await result;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}
