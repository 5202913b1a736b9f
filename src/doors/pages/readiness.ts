import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '../../db/call.ts';
import { lanesText, type WorkerStanding } from '../../pulse/standing.ts';
import type { DiskRoom } from '../../storage/disk-room.ts';
import type { Storage } from '../../storage/storage.ts';

export interface Readiness {
  isReady: boolean;
  /** `ok`, or what is wrong, by part. */
  checks: Record<'process' | 'database' | 'disk' | 'storage', string> & {
    /** On a cluster: how many of its nodes do not answer. */
    nodes?: string | undefined;
    /** Also for a process that works: the lanes that are stuck. */
    lanes?: string | undefined;
    /** `held` while nothing leaves the installation. */
    outbound?: string | undefined;
  };
}

/** How long a look at the storage or the nodes is good for: where the storage is S3 it costs three requests. */
const longLookMs = 10_000;
/** How long it may take, as with the database. */
const storageAnswerMs = 2000;

/**
 * Whether requests can be served. An unreachable storage is shown, but is not a reason to send requests elsewhere: all
 * processes have the same one, and only files need it. Nor is a full disk: reads continue. Nor is a node of a cluster
 * that is away: the tenants of the others are served. Nor are lanes of a worker in the same process: requests are
 * served, and a process that only works reports them on a port of its own.
 */
export function readinessCheck(
  gateway: House,
  storage: Storage,
  state: { isClosing: boolean },
  room: Pick<DiskRoom, 'isShort'>,
  standing: WorkerStanding = {},
) {
  const lookAtDatabase = shared(() => gateway.ping());
  const lookAtNodes = shared(() => gateway.nodesReady(), longLookMs);
  const lookAtStorage = shared(
    () => within(storageAnswerMs, storage.check()).then(() => 'ok'),
    longLookMs,
  );
  return async (): Promise<Readiness> => {
    const [found, nodes, files] = await Promise.all([
      lookAtDatabase(),
      lookAtNodes(),
      lookAtStorage(),
    ]);
    // That calls are held is what the operator wants.
    const database = found === 'held' ? 'ok' : found;
    const checks = {
      process: state.isClosing ? 'shutting down' : 'ok',
      database,
      nodes,
      outbound: found === 'held' ? found : undefined,
      disk: room.isShort ? 'full' : 'ok',
      storage: files,
      lanes: standing.worker && lanesText(standing.worker.stuck()),
    };
    return { isReady: checks.process === 'ok' && database === 'ok', checks };
  };
}

/** Shares one look among all who ask before it ends or within `goodForMs` after: asking often costs no connection. */
function shared<Found extends string | undefined>(
  look: () => Promise<Found>,
  goodForMs = 0,
): () => Promise<Found | 'unavailable'> {
  let looking: Promise<Found | 'unavailable'> | undefined;
  const forget = () => {
    looking = undefined;
  };
  const begin = () => {
    const result = look().catch(() => 'unavailable' as const);
    result.then(() => setTimeout(forget, goodForMs).unref());
    return result;
  };
  return () => {
    looking ??= begin();
    return looking;
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  await Promise.race([work, late]);
}
