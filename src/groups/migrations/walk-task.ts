import pg from 'pg';
import { ask } from '../../db/ask.ts';
import { isRetryable, isUnreachable, toApiError } from '../../db/errors.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Task, TaskRun } from '../../tools/lanes/tasks.ts';

/** Rows of a chunk: as many as take well below a second. */
const rows = { first: 500, least: 20, most: 5_000 };
const quickMs = 250;
const slowMs = 500;
/** A chunk that crosses requests, or waits for one, is tried again, with fewer rows. */
const mostTries = 8;
/** A request that waits for what a chunk holds does not wait for what that waits for. */
const lockMs = 1_000;
const lockNotAvailable = '55P03';

interface Walk {
  attempt: number;
  type: 'reindex' | 'backfill';
  version: string | null;
  /** Those that come next; null in the middle of one. */
  tenants: string[] | null;
  tenant: string | null;
  place: unknown;
}

interface Part {
  rows: number;
  place: unknown;
}

/** It has ended, was paused, or another worker has begun it again. */
class Over extends Error {}

/**
 * Takes tenants one after the other, each in chunks. Safe to kill: a chunk and its place are one transaction. A tenant that
 * fails is noted, and the next one comes.
 */
export const walkTask: Task = async (run) => {
  try {
    let walk = await next(run.pool, run, { is_begin: true });
    while (walk.tenants) {
      for (const tenant of walk.tenants) {
        run.signal.throwIfAborted();
        const changes = await takeTenant(run, walk, tenant);
        walk = await next(run.pool, run, { ...changes, attempt: walk.attempt, tenant });
      }
    }
  } catch (error) {
    if (!(error instanceof Over)) throw error;
  }
};

/** @returns what went wrong with the tenant, if anything */
async function takeTenant(run: TaskRun, walk: Walk, tenant: string): Promise<{ error?: string }> {
  let place = tenant === walk.tenant ? walk.place : null;
  let limit = rows.first;
  let tries = 0;
  for (;;) {
    run.signal.throwIfAborted();
    const begun = performance.now();
    try {
      place = await inTransaction(run.pool, async (client) => {
        await client.query(`set local lock_timeout = ${lockMs}`);
        const part = await partOf(client, walk, tenant, { place, limit });
        const { attempt } = walk;
        await next(client, run, { attempt, tenant, place: part.place, more: part.rows });
        return part.place;
      });
    } catch (error) {
      if (error instanceof Over || isUnreachable(error)) throw error;
      const isCrossed = isRetryable(error) || (error as pg.DatabaseError).code === lockNotAvailable;
      tries += 1;
      if (!isCrossed || tries === mostTries) return { error: wordsOf(error) };
      limit = Math.max(rows.least, limit / 2);
      continue;
    }
    tries = 0;
    if (place === null) return {};
    const ms = performance.now() - begun;
    if (ms < quickMs) limit = Math.min(rows.most, limit * 2);
    else if (ms > slowMs) limit = Math.max(rows.least, limit / 2);
  }
}

/** The operator reads it, and the audit log keeps it: a message of the database may hold values of the tenant. */
function wordsOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return (error as Error).message;
  const { code, message, extras } = toApiError(error);
  if (code === 'UNIQUE_VIOLATION') {
    const { property } = extras.details as { property: string };
    return `Two objects have the same value of ${property}, which must be unique.`;
  }
  return code === 'INTERNAL_ERROR' ? `The database refused it: SQLSTATE ${error.code}.` : message;
}

const partOf = (
  client: pg.ClientBase,
  { type, version }: Walk,
  tenant: string,
  { place, limit }: { place: unknown; limit: number },
): Promise<Part> =>
  type === 'reindex'
    ? ask(client as unknown as pg.Pool, 'select worker.reindex_part($1, $2, $3) as answer', [
        ...[tenant, place === null ? null : JSON.stringify(place), Math.round(limit)],
      ])
    : ask(client as unknown as pg.Pool, 'select worker.backfill_part($1, $2) as answer', [
        ...[tenant, version],
      ]);

/** @throws Over */
async function next(
  from: pg.Pool | pg.ClientBase,
  { subject }: TaskRun,
  changes: object,
): Promise<Walk> {
  const text = 'select worker.migration_walk($1, $2) as answer';
  const walk = await ask<Walk | null>(from as pg.Pool, text, [subject, JSON.stringify(changes)]);
  if (!walk) throw new Over();
  return walk;
}
