import type { Logger } from 'pino';
import {
  type Compared,
  comparableTransaction,
  compare,
  type Mismatch,
} from '../../backup/compare.ts';
import type { Destination } from '../../backup/destination.ts';
import { BackupError } from '../../backup/errors.ts';
import type { Found } from '../../backup/find.ts';
import { type Restored, restore } from '../../backup/restore.ts';
import { findSource, requireRoom } from '../../backup/room.ts';
import { openScratch, type Scratch } from '../../backup/scratch.ts';
import { newId } from '../../db/new-id.ts';
import type { Config } from '../../ground/config/config.ts';
import { checkSeals, examine } from './checks.ts';
import { type Chosen, type Copied, choose, loadSnapshot, takeSnapshot } from './copy.ts';
import { checkFiles } from './files.ts';
import { isStored, keepResult, type Live, openLive, untilStored } from './live.ts';
import { askForObject, type DrillServer, startCopy } from './server.ts';
import { attempt, type Step, Steps } from './steps.ts';

export interface DrillJob {
  config: Config;
  destination: Destination;
  identities: readonly string[];
  to: Date | 'latest';
  /** Whether the running server stores its backups there. */
  isOwn: boolean;
  tenant: string | undefined;
  log: Logger;
  /** Hears of each step. */
  tell(step: Step): void;
  /** Ends the drill: it removes what it has made. */
  signal: AbortSignal;
}

export interface DrillResult {
  id: string;
  ok: boolean;
  started_at: string;
  restored_to: string | null;
  /** The time that would have been lost with the machine when the drill began: RPO. */
  lost_seconds: number | null;
  /** From the backups to a server that answers: RTO. */
  took_seconds: number | null;
  tenants: number;
  /** Compared with the running server, where it was. */
  rows: number;
  mismatches: Mismatch[];
  steps: Step[];
}

/** The longest list that is kept. */
const mostMismatches = 100;
/** How long WAL may take to be stored, in its usual time. */
const patience = { partsMost: 3, leastMs: 30_000 };

/** Restores the installation beside the running server, tries the copy, and removes it. */
export async function drill(job: DrillJob): Promise<DrillResult> {
  const began = new Date();
  const steps = new Steps(job.tell);
  const live = await openLive(job.config.dataDir);
  const course: Course = { id: newId('drl'), job, steps, live };
  try {
    const scratch = await openScratch(job.config.dataDir, 'drill', job.log);
    try {
      // Work that is cut off takes no further step, and finds its folder gone; the process ends soon after.
      await Promise.race([takeAll(course, scratch), aborted(job.signal)]);
    } catch (error) {
      course.steps = steps.cutOff();
      await course.steps.take('end', () => Promise.reject(error));
    }
    await course.steps.take('remove', async () => {
      // One that was cut off while it started has ended before its folder goes.
      await course.starting?.then((server) => server.stop()).catch(() => {});
      await scratch.drop();
      return 'the copy is removed';
    });
    if (live) await keep(course, live, began);
    return resultOf(course, began);
  } finally {
    await live?.close();
  }
}

/** A result that cannot be kept is printed all the same. */
async function keep(course: Course, live: Live, began: Date): Promise<void> {
  const kept = await attempt('keep', async () => {
    await keepResult(live, resultOf(course, began));
    return 'GET /admin/drills has the result';
  });
  if (!kept.ok) course.steps.note(kept);
}

/** A drill so far. */
interface Course {
  id: string;
  job: DrillJob;
  steps: Steps;
  live: Live | undefined;
  lost?: number;
  restored?: Restored;
  /** The step, which is a part of restoring. */
  comparison?: Step;
  compared?: Compared;
  starting?: Promise<DrillServer>;
  server?: DrillServer;
}

async function takeAll(course: Course, { dataDir }: Scratch): Promise<void> {
  const { steps, job, live } = course;
  if (!(await steps.take('backups', () => prepare(course)))) return;
  const restored = await attempt('restore', () => restoreCopy(course, dataDir));
  // A transaction that is open keeps the running server from tidying up.
  await live?.then.query('rollback').catch(() => {});
  const { comparison } = course;
  if (comparison) restored.seconds = tenths(restored.seconds - comparison.seconds);
  const isRestored = steps.note(restored);
  if (comparison) steps.note(comparison);
  if (!isRestored) return;
  const isStarted = await steps.take('start', async () => {
    course.starting = startCopy(dataDir, job.config, job.signal);
    course.server = await course.starting;
    return 'the copy answers at /ready; nothing leaves it';
  });
  if (!isStarted || !course.server) return;
  const { server } = course;
  await steps.take('doctor', () => examine(server));
  await steps.take('seals', () => checkSeals(server));
  if (live) await steps.take('files', () => checkFiles(server, job.config, job));
  await copyTenant(course, server);
}

/** Finds the base backup, waits for the WAL of everything before the drill, and looks for room. */
async function prepare(course: Course): Promise<string> {
  const { job, live } = course;
  const { dataDir, diskReserveBytes, backup } = job.config;
  const isComparable = live && job.isOwn && job.to === 'latest';
  const source = await findSource(job);
  const room = await requireRoom(dataDir, source, diskReserveBytes);
  job.tell({ name: 'room', ok: true, seconds: 0, message: room });
  if (!isComparable) return shown(source);
  course.lost = (await isStored(live)) ? 0 : secondsSince(source.until);
  const partsMs = (backup?.partSeconds ?? 0) * 1000 * patience.partsMost;
  await untilStored(live, Math.max(patience.leastMs, partsMs));
  return shown(source);
}

const shown = ({ base, chain, wal }: Found): string =>
  `base backup ${base.id} of ${base.finished_at}, and ${wal.length} files of WAL in chain ${chain.id}`;

const secondsSince = (time: Date): number =>
  Math.max(0, Math.round((Date.now() - time.getTime()) / 1000));

async function restoreCopy(course: Course, dataDir: string): Promise<string> {
  const { job, live } = course;
  const { destination, identities, to, log } = job;
  course.restored = await restore({
    ...{ destination, identities, dataDir, to, log, pgBin: job.config.pgBin, replace: false },
    look: async (restored) => {
      course.comparison = await attempt('compare', async () => {
        await restored.query(comparableTransaction);
        try {
          return await compareWith(course, live, restored);
        } finally {
          await restored.query('rollback');
        }
      });
    },
  });
  const { restored_to, tenants, last_transaction_at } = course.restored;
  const last = last_transaction_at ?? 'before the base backup';
  return `as of ${restored_to}, the last transaction of ${last}; tenants: ${tenants}`;
}

/** @throws BackupError where rows differ */
async function compareWith(
  course: Course,
  live: Live | undefined,
  restored: Parameters<typeof compare>[0]['restored'],
): Promise<string> {
  const reason = whyNot(course.job, live);
  if (!live || reason) return `not compared: ${reason}`;
  await live.now.query(comparableTransaction);
  try {
    const { then, now, before } = live;
    course.compared = await compare({ live: then, now, restored, before });
  } finally {
    await live.now.query('rollback');
  }
  const { tenants, rows, changed, mismatches } = course.compared;
  const counts = `rows: ${rows}, tenants: ${tenants}, left out because they have changed since: ${changed}`;
  if (mismatches.length === 0)
    return `everything that was written before the drill is the same (${counts})`;
  throw new BackupError(`tables that differ: ${mismatches.length} (${counts})`);
}

function whyNot({ to, isOwn }: DrillJob, live: Live | undefined): string | undefined {
  if (!live) return 'no server runs on DATA_DIR';
  if (!isOwn) return 'the running server stores its backups elsewhere';
  if (to !== 'latest') return 'the running server has left that moment behind';
  return undefined;
}

async function copyTenant({ steps, job }: Course, server: DrillServer): Promise<void> {
  let chosen: Chosen | undefined;
  let path = '';
  let copied: Copied | undefined;
  const isTaken = await steps.take('snapshot', async () => {
    chosen = await choose(server, job.tenant);
    if (!chosen) return 'no tenant has an object: none is made';
    const snapshot = await takeSnapshot(server, chosen);
    path = snapshot.path;
    return `${chosen.name} (${chosen.tenant_id}): ${snapshot.bytes} bytes`;
  });
  const one = chosen;
  if (!isTaken || !one) return;
  const isLoaded = await steps.take('load', async () => {
    copied = await loadSnapshot(server, one, path);
    return `${copied.rows} rows as the new tenant ${copied.tenant}`;
  });
  const made = copied;
  if (!isLoaded || !made) return;
  await steps.take('object', async () => {
    const { type, object_id: id } = one;
    await askForObject(server, made.tenant, { type, id });
    return `GET /v1/objects/${type}/${id} of the new tenant answers 200`;
  });
}

function resultOf(course: Course, began: Date): DrillResult {
  const { id, job, steps, restored, compared, server } = course;
  // The time after a moment in the past is lost; of the latest only a running server tells.
  const lost = course.lost ?? (job.to === 'latest' ? null : restored?.lost_seconds);
  const mismatches = compared?.mismatches ?? [];
  return {
    id,
    ok: steps.areOk && mismatches.length === 0,
    started_at: began.toISOString(),
    restored_to: restored?.restored_to ?? null,
    lost_seconds: lost ?? null,
    took_seconds:
      restored && server ? tenths(steps.secondsOf('restore') + steps.secondsOf('start')) : null,
    tenants: restored?.tenants ?? 0,
    rows: compared?.rows ?? 0,
    mismatches: mismatches.slice(0, mostMismatches),
    steps: steps.all,
  };
}

const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new BackupError('The drill was ended by a signal.'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
