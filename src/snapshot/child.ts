import { createReadStream, createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type pg from 'pg';
import { Box } from '../credentials/box.ts';
import { SealingRight } from '../credentials/sealing-right.ts';
import { withClient } from '../db/client.ts';
import { toApiError } from '../db/errors.ts';
import { announceKeys, keyHolderOf, keysGone, keysSeen } from '../db/key-holders.ts';
import { outcomeOf } from '../ground/concurrency/outcome.ts';
import { storageOf } from '../storage/open.ts';
import type {
  ChildError,
  ChildJob,
  ChildMeans,
  FromChild,
  SourceScript,
  TargetScript,
  ToChild,
} from './child-messages.ts';
import { SnapshotFailed } from './errors.ts';
import type { Progress, SnapshotTarget } from './format.ts';
import { knownTables } from './known-tables.ts';
import { ownLimits } from './limits.ts';
import { readSnapshot } from './read.ts';
import { type LivingSource, openSource, type SourceOptions, type SourceParts } from './source.ts';
import { writeSnapshot } from './write.ts';

/**
 * A process that writes or reads one snapshot, with connections of its own, so that none of that takes time or memory of the
 * process that answers requests. Bytes come by its standard input and go to its standard output; what it does, the
 * passphrases too, comes as a message.
 */

/** The parts of a child that a target works with. */
export interface TargetParts extends SourceParts {
  means: ChildMeans;
  signal: AbortSignal;
}

/** A target, and what becomes of it: `result` is the answer of a reading, `close` is called in any case. */
export interface OpenedTarget extends SnapshotTarget {
  result?(): unknown;
  close?(error?: unknown): Promise<void>;
}

/** Works on a source that is there for so long. */
export type WithSource = <T>(
  parts: TargetParts,
  given: never,
  asked: { tenant: string; options: SourceOptions },
  work: (source: LivingSource) => Promise<T>,
) => Promise<T>;

export type OpenTarget = (parts: TargetParts, given: never) => Promise<OpenedTarget>;

const stopped = new AbortController();
const { signal } = stopped;

const say = (message: FromChild): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });

/** Few enough to cost nothing, whatever is written between two of them. */
const progressMs = 500;
let told = 0;
const keyBeatMs = 10_000;

function onProgress(progress: Progress): void {
  const now = performance.now();
  if (now - told < progressMs) return;
  told = now;
  void say({ type: 'progress', progress });
}

function partsOf(means: ChildMeans, sealingRight?: SealingRight): TargetParts {
  return {
    url: means.url,
    storage: storageOf(means),
    box: new Box(means.encryptionKeys, sealingRight),
    region: means.region,
    means,
    signal,
    scratch: join(means.dataDir, 'tmp'),
  };
}

/** A child that loads secrets outlives a parent that stands still: no reseal ends before it knows of it. */
async function withKeys<T>(
  { url, encryptionKeys: [encryptionKey, ...encryptionKeyAlso] }: ChildMeans,
  run: (right: SealingRight) => Promise<T>,
): Promise<T> {
  const holder = keyHolderOf({ encryptionKey, encryptionKeyAlso });
  const right = new SealingRight();
  const ask = <R>(what: (client: pg.Client) => Promise<R>) => withClient(url, 'keys', what);
  await ask((client) => announceKeys(client, 'worker', holder));
  const beat = setInterval(() => {
    // Without it the right ends, and with that the work.
    ask((client) => keysSeen(client, 'worker', { holder, right })).catch(() => {});
  }, keyBeatMs);
  try {
    return await run(right);
  } finally {
    clearInterval(beat);
    await ask((client) => keysGone(client, 'worker', holder)).catch(() => {});
  }
}

/** A file, or a pipe, which only a socket can wait for. */
const output = (): Writable =>
  fstatSync(1).isFile()
    ? createWriteStream('', { fd: 1, flush: true })
    : new Socket({ fd: 1, readable: false });
const input = (): Readable =>
  fstatSync(0).isFile() ? createReadStream('', { fd: 0 }) : new Socket({ fd: 0, writable: false });

async function work(job: ChildJob, parts: TargetParts): Promise<unknown> {
  if (job.type === 'write') {
    const { lock } = job;
    return withSource(job.source, parts, job, async (source) => {
      await say({ type: 'manifest', manifest: source.manifest });
      const to = output();
      return writeSnapshot(source, { to, signal, onProgress, ...(lock && { lock }) });
    });
  }
  if (job.type === 'read') {
    const from = input();
    const { unlock, target, isKnown } = job;
    const limits = isKnown ? ownLimits : { totalBytes: parts.means.mostBytes };
    return await into(target, parts, (opened) => ({ from, unlock, limits, target: opened }));
  }
  return withSource(undefined, parts, job, async (source) => {
    const between = new PassThrough();
    const writing = writeSnapshot(source, { to: between, staysInside: true, signal, onProgress });
    writing.catch((error) => between.destroy(error));
    const read = into(job.target, parts, (target) => ({
      ...{ from: between, limits: ownLimits, target, stayedInside: true },
      // Rows, which the other side counts, say more than bytes that no file has.
      onProgress: () => {},
    }));
    const [answer] = await Promise.all([read, writing]);
    return source.past ? { ...(answer as object), past: source.past } : answer;
  });
}

/** The tenant as it is in the database, or as a module has it. */
async function withSource<T>(
  script: SourceScript | undefined,
  parts: TargetParts,
  { tenant, options }: { tenant: string; options: SourceOptions },
  work: (source: LivingSource) => Promise<T>,
): Promise<T> {
  if (script) {
    const { [script.name]: opens } = (await import(script.module)) as Record<string, WithSource>;
    return (opens as WithSource)(parts, script.given as never, { tenant, options }, work);
  }
  const source = await openSource(parts, tenant, options);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

/** Reads into a target that a module opens, or only checks. */
async function into(
  script: TargetScript | undefined,
  parts: TargetParts,
  reading: (target: OpenedTarget | undefined) => Omit<
    Parameters<typeof readSnapshot>[1],
    'known'
  > & {
    from: Parameters<typeof readSnapshot>[0];
  },
): Promise<unknown> {
  const target = await opened(script, parts);
  try {
    const { from, ...options } = reading(target);
    const known = await knownTables(parts.url);
    const read = await readSnapshot(from, { onProgress, ...options, known, signal });
    const result = await target?.result?.();
    await target?.close?.();
    return { ...read, result };
  } catch (error) {
    await target?.close?.(error);
    throw error;
  }
}

async function opened(
  script: TargetScript | undefined,
  parts: TargetParts,
): Promise<OpenedTarget | undefined> {
  if (!script) return undefined;
  const { [script.name]: open } = (await import(script.module)) as Record<string, OpenTarget>;
  return await (open as OpenTarget)(parts, script.given as never);
}

/** Errors that the API has an answer for, such as a database that is away, are refusals here as well. */
function known(error: unknown): never {
  const answer = toApiError(error);
  throw answer.code === 'INTERNAL_ERROR' ? error : answer;
}

function errorMessage(error: unknown): ChildError {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof SnapshotFailed)) return { message, stack };
  const { what, place } = error;
  return { message, stack, failed: { what, place } };
}

process.on('message', async (message: ToChild) => {
  if (message.type === 'stop') {
    stopped.abort(new Error('stopped'));
    return;
  }
  const { job, means } = message;
  try {
    // As messages bring them, they are plain bytes.
    const [first, ...others] = means.encryptionKeys.map((key) => Buffer.from(key));
    const ours = { ...means, encryptionKeys: [first as Buffer, ...others] as const };
    const working = () =>
      'target' in job && job.target
        ? withKeys(ours, (right) => work(job, partsOf(ours, right)))
        : work(job, partsOf(ours));
    await say({ type: 'done', outcome: await outcomeOf(() => working().catch(known)) });
  } catch (error) {
    await say({ type: 'failed', error: errorMessage(error) });
  }
  process.exit();
});
// Without a parent there is no one to work for.
process.on('disconnect', () => process.exit(1));
