import { type ChildProcess, fork } from 'node:child_process';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { databaseUrls } from '../db/urls.ts';
import { opened } from '../ground/concurrency/outcome.ts';
import { leavingRoom } from '../ground/concurrency/rules.ts';
import { Turns } from '../ground/concurrency/turns.ts';
import type { Config } from '../ground/config/config.ts';
import { encryptionKeysOf } from '../ground/config/keys.ts';
import { lowerPriorityOf } from '../ground/machine/low-priority.ts';
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
import type { Manifest, Progress } from './format.ts';
import type { Lock, Unlock } from './seal.ts';
import type { SourceOptions } from './source.ts';
import type { Written } from './write.ts';

/** Where the bytes of a snapshot go, or come from: a file by its path or its number, or a stream. */
export type To = { path: string } | { fd: number } | Writable;
export type From = { path: string } | { fd: number } | Readable;

export interface ChildOptions {
  signal?: AbortSignal | undefined;
  /** As soon as the moment of the snapshot is fixed. */
  onManifest?: ((manifest: Manifest) => void) | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

export interface WriteJob {
  tenant: string;
  options: SourceOptions;
  lock?: Lock | undefined;
  to: To;
  /** Left out: the database. */
  source?: SourceScript | undefined;
}

export interface ReadJob {
  from: From;
  unlock?: Unlock | undefined;
  /** Left out: the snapshot is only checked. */
  target?: TargetScript | undefined;
  /** The bytes were written here, or checked when they came: no limit of size keeps a tenant from coming back. */
  isKnown?: boolean | undefined;
  /** For the turns of tenants. */
  tenant?: string | undefined;
}

export interface CopyJob {
  tenant: string;
  options: SourceOptions;
  target: TargetScript;
}

const script = fileURLToPath(new URL('./child.ts', import.meta.url));
const heapMb = 192;
/** A child that was told to stop, and has not, is killed. */
const stopMs = 5_000;
const errorBytes = 4_000;

const turns = new Turns({
  atOnce: 2,
  mayBegin: leavingRoom,
  maxOfTenant: 20,
  maxWaiting: 200,
  waitMs: 30_000,
  refusal: 'Too many snapshots are being made or read.',
  name: 'snapshots',
});

/** Sources that are made for it take long: they keep no other snapshot from its turn. */
const ofSources = new Turns({
  atOnce: 1,
  maxWaiting: 20,
  waitMs: 30_000,
  refusal: 'Another moment is being restored.',
  name: 'moments',
});

/** How children of this process reach database and storage. @param url of any of Insula's roles */
export function childMeans(
  config: Pick<
    Config,
    'encryptionKey' | 'encryptionKeyAlso' | 'dataDir' | 's3' | 'region' | 'restoreMaxBytes'
  >,
  url: string,
): ChildMeans {
  const { dataDir, s3, region, restoreMaxBytes: mostBytes } = config;
  const encryptionKeys = encryptionKeysOf(config);
  return {
    // Made when a child begins: a process may start before its database can be named.
    get url() {
      return databaseUrls(url, encryptionKeys).worker;
    },
    ...{ encryptionKeys, dataDir, s3, region, mostBytes },
  };
}

/**
 * Writes a snapshot of a living tenant in a process of its own.
 * @throws the ApiError of the source (404), 429 CONCURRENCY_LIMITED when no turn came, or the reason of the signal
 */
export const writeInChild = (
  means: ChildMeans,
  { to, tenant, options, lock, source }: WriteJob,
  more: ChildOptions = {},
): Promise<Written> =>
  (source ? ofSources : turns).take(
    async () => {
      const job: ChildJob = { type: 'write', tenant, options, lock, source };
      return (await run(means, job, { to }, more)) as Written;
    },
    { tenant, signal: more.signal },
  );

/**
 * Reads a snapshot in a process of its own, into a target or only to check it. @returns what readSnapshot answers, and the
 * target's `result`
 */
export const readInChild = <Result = unknown>(
  means: ChildMeans,
  { from, unlock, target, isKnown, tenant = '' }: ReadJob,
  more: ChildOptions = {},
): Promise<{ result: Result } & Record<string, unknown>> =>
  inTurn(tenant, more.signal, async () => {
    const job: ChildJob = { type: 'read', unlock, target, isKnown };
    return (await run(means, job, { from }, more)) as { result: Result };
  });

/** The same out of a living tenant, without a file in between. */
export const copyInChild = <Result = unknown>(
  means: ChildMeans,
  { tenant, options, target }: CopyJob,
  more: ChildOptions = {},
): Promise<{ result: Result } & Record<string, unknown>> =>
  inTurn(tenant, more.signal, async () => {
    const job: ChildJob = { type: 'copy', tenant, options, target };
    return (await run(means, job, {}, more)) as { result: Result };
  });

const inTurn = <T>(
  tenant: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> => turns.take(work, { tenant, signal });

async function run(
  means: ChildMeans,
  job: ChildJob,
  { to, from }: { to?: To; from?: From },
  { signal, onManifest, onProgress }: ChildOptions,
): Promise<unknown> {
  const output = await endOf(to, 'wx');
  const input = await endOf(from, 'r');
  const child = start([input.stdio, output.stdio]);
  await Promise.all([input.release(), output.release()]);
  const ended = endingOf(child);
  const streams = [
    ...(child.stdin && from ? [pipeline(from as Readable, child.stdin)] : []),
    ...(child.stdout && to ? [pipeline(child.stdout, to as Writable)] : []),
  ];
  // The child that no longer reads says why; so does one whose output fails, for it is killed.
  for (const stream of streams) stream.catch(() => child.kill('SIGTERM'));
  const stop = () => {
    send(child, { type: 'stop' });
    setTimeout(() => child.kill('SIGKILL'), stopMs).unref();
  };
  signal?.addEventListener('abort', stop);
  let done: Extract<FromChild, { type: 'done' | 'failed' }> | undefined;
  child.on('message', (message: FromChild) => {
    if (message.type === 'manifest') onManifest?.(message.manifest);
    else if (message.type === 'progress') onProgress?.(message.progress);
    else done = message;
  });
  try {
    send(child, { type: 'begin', job, means });
    if (signal?.aborted) stop();
    const { reason, errors } = await ended;
    signal?.throwIfAborted();
    if (done?.type === 'done') {
      const answer = opened(done.outcome);
      await Promise.all(streams);
      return answer;
    }
    if (done) throw errorOf(done.error);
    throw new Error(`the process of a snapshot ended early: ${reason} ${errors}`.trim());
  } finally {
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}

/** With the stack of the child for the log; the message alone is for people. */
function errorOf({ message, stack, failed }: ChildError): Error {
  const error = failed ? new SnapshotFailed(failed.what, failed.place) : new Error(message);
  return Object.assign(error, { stack });
}

type Stdio = number | 'pipe' | 'ignore';

/** Opens one of a child's standard streams; this process lets go of it when the child has it. */
async function endOf(
  end: To | From | undefined,
  flags: 'wx' | 'r',
): Promise<{ stdio: Stdio; release(): Promise<void> }> {
  const nothing = async () => {};
  if (!end) return { stdio: 'ignore', release: nothing };
  if ('fd' in end && typeof end.fd === 'number') return { stdio: end.fd, release: nothing };
  if ('path' in end && typeof end.path === 'string' && !('pipe' in end)) {
    const handle = await open(end.path, flags, 0o600);
    return { stdio: handle.fd, release: () => handle.close() };
  }
  return { stdio: 'pipe', release: nothing };
}

function start([stdin, stdout]: [Stdio, Stdio]): ChildProcess {
  const child = fork(script, {
    // Buffers pass quickly: with a larger space for what is young, an encrypted snapshot takes twice the memory.
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2', '--no-warnings'],
    env: { TZ: 'UTC' },
    serialization: 'advanced',
    stdio: [stdin, stdout, 'pipe', 'ipc'],
  });
  lowerPriorityOf(child.pid);
  // It must not keep this process from ending.
  child.unref();
  child.channel?.unref();
  return child;
}

function endingOf(child: ChildProcess): Promise<{ reason: string; errors: string }> {
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-errorBytes);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ reason: error.message, errors }));
    child.once('close', (code, killedBy) => resolve({ reason: `${killedBy ?? code}`, errors }));
  });
}

function send(child: ChildProcess, message: ToChild): void {
  if (child.connected) child.send(message, () => {});
}
