import type { Base } from './layout.ts';
import type { FromNow, ServerJob, ToBackups } from './messages.ts';
import { endingOf, forkBackups } from './process.ts';

/** Adds a base backup to the chain of a running server, in a process of its own. @throws its reason as an Error */
export async function makeBaseInChild(
  job: ServerJob,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Base> {
  signal.throwIfAborted();
  const child = forkBackups({ type: 'now', job });
  const ended = endingOf(child);
  const { promise, resolve, reject } = Promise.withResolvers<Base>();
  child.on('message', (message: FromNow) => {
    if (message.type === 'read') onBytes(message.bytes);
    else if (message.type === 'made') resolve(message.base);
    else reject(new Error(message.reason));
  });
  void ended.then((reason) => reject(new Error(`The process of the backup has ended: ${reason}`)));
  const stop = () => child.connected && child.send({ type: 'stop' } satisfies ToBackups, () => {});
  signal.addEventListener('abort', stop);
  try {
    return await promise;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await ended;
  }
}
