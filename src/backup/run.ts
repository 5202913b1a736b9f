import { setTimeout as sleep } from 'node:timers/promises';
import { nextFiring } from '../ground/schedules/cron.ts';
import { makeBase } from './base.ts';
import { openChain } from './chain.ts';
import { openDestination } from './destination.ts';
import type { BackupJob, FromBackups } from './messages.ts';
import { connectReplication } from './replication.ts';
import { prune } from './retention.ts';
import { readVerification } from './verification.ts';
import { WalReceiver } from './wal.ts';

/** Between attempts: while the destination or PostgreSQL is away. */
const pausesMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** An attempt that has lasted so long has got on. */
const calmMs = 60_000;
/** Timers of Node hold no more. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Receives WAL and makes base backups until it is told to stop. Whatever fails is tried again for ever: meanwhile the slot keeps
 * the WAL.
 */
export async function runBackups(
  job: BackupJob,
  signal: AbortSignal,
  tell: (message: FromBackups) => void,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const begun = performance.now();
    try {
      await session(job, signal, tell);
    } catch (error) {
      if (signal.aborted) return;
      if (performance.now() - begun > calmMs) failures = 0;
      tell({ type: 'failed', reason: (error as Error).message });
      const pauseMs = pausesMs[Math.min(failures++, pausesMs.length - 1)];
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}

async function session(
  { config, url, rewinds, isKnown }: BackupJob,
  signal: AbortSignal,
  tell: (message: FromBackups) => void,
): Promise<void> {
  const destination = await openDestination(config.to);
  const packing = { recipients: config.recipients };
  const replication = await connectReplication(url, 'WAL receiver');
  try {
    const open = await openChain(replication.client, destination, { rewinds, isKnown });
    const isNew = !open.hasBase;
    await destination.clean();
    tell({
      ...{ type: 'begun', chain: open.chain.id, isNew, lastBaseAt: open.lastBaseAt },
      verifiedAt: (await readVerification(destination))?.verified_at,
    });
    const { partSeconds, rateMb, cron, retentionDays } = config;
    const onCaughtUp = () => tell({ type: 'caught_up' });
    const receiver = new WalReceiver(open, { destination, packing, partSeconds, onCaughtUp });
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    const bases = async () => {
      if (!isNew) await untilFiring(cron, either);
      while (!either.aborted) {
        const begun = performance.now();
        const reason = open.hasBase ? 'schedule' : 'chain';
        const job = { url, destination, packing, rateMb, reason, signal: either };
        const { id, tar } = await makeBase(job, open.chain);
        open.hasBase = true;
        const seconds = Math.round((performance.now() - begun) / 100) / 10;
        tell({ type: 'base', id, bytes: tar.bytes, seconds });
        const files = await prune(destination, retentionDays);
        if (files > 0) tell({ type: 'pruned', files });
        await untilFiring(cron, either);
      }
    };
    const received = receiver.run(replication, signal);
    const made = bases();
    try {
      await Promise.race([received, made.then(() => received)]);
    } finally {
      ending.abort();
      await replication.close();
      // Nothing of this attempt writes any more when the next one begins.
      await Promise.allSettled([received, made]);
    }
  } finally {
    await replication.close();
  }
}

/** Until the time of a cron expression, or an end. The timer keeps no process alive. */
export async function untilFiring(cron: string, signal: AbortSignal): Promise<void> {
  const at = nextFiring(cron, 'UTC', new Date()).getTime();
  while (!signal.aborted && Date.now() < at)
    await sleep(Math.min(at - Date.now(), maxTimerMs), undefined, { signal, ref: false }).catch(
      () => {},
    );
}
