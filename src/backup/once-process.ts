import { once } from 'node:events';
import { BackupError } from './errors.ts';
import type { Base } from './layout.ts';
import type { FromOnce, ServerJob, ToBackups, VerifyJob } from './messages.ts';
import { endingOf, forkBackups } from './process.ts';
import type { RestoredWhole } from './verify-restore.ts';

/** Adds a base backup to the chain of a running server, in a process of its own. @throws its reason as an Error */
export async function makeBaseInChild(
  job: ServerJob,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Base> {
  const end = await inChild({ type: 'now', job }, signal, (message) => {
    if (message.type === 'read') onBytes(message.bytes);
  });
  if (end.type !== 'made') throw new Error(`The process of the backup said ${end.type}.`);
  return end.base;
}

/** Restores what is stored beside the database and examines it, in a process of its own. @throws its reason: a BackupError where the backup is damaged */
export async function verifyInChild(job: VerifyJob, signal: AbortSignal): Promise<RestoredWhole> {
  const end = await inChild({ type: 'verify', job }, signal);
  if (end.type !== 'verified') throw new Error(`The process of the backup said ${end.type}.`);
  return end.verified;
}

type End = Exclude<FromOnce, { type: 'read' | 'failed' }>;

async function inChild(
  job: ToBackups,
  signal: AbortSignal,
  onMessage: (message: FromOnce) => void = () => {},
): Promise<End> {
  signal.throwIfAborted();
  const child = forkBackups(job);
  const ended = endingOf(child);
  // "close" also waits for its channel, which may stay open for longer.
  const gone = once(child, 'exit').catch(() => {});
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  child.on('message', (message: FromOnce) => {
    onMessage(message);
    if (message.type === 'failed')
      reject(message.isDamage ? new BackupError(message.reason) : new Error(message.reason));
    else if (message.type !== 'read') resolve(message);
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
    // It has told how it ended, and waits for this.
    stop();
    await gone;
  }
}
