import type pg from 'pg';
import { ask } from '../../db/ask.ts';
import { fingerprintOf } from '../../db/encryption-key.ts';
import { resealAll, type Unreadable, type Walk } from '../../db/reseal.ts';
import { scramVerifier } from '../../db/roles.ts';
import { inTransaction } from '../../db/transaction.ts';
import { rolePassword } from '../../db/urls.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';

/** A migration that was begun so often in a row is given up. */
const mostAttempts = 5;
const mostFailures = 100;

interface Going {
  attempts: number;
  total: number | null;
}

/** It has ended, was paused, or another worker has begun it again. */
class Over extends Error {}

/**
 * Seals all secrets with the present key, until a walk through all of them finds no other, and then lets the database logins
 * have the passwords of that key. Safe to kill: it is begun again, and finds what is left.
 */
export const resealTask =
  ({ config, services: { box } }: TaskDeps): Task =>
  async (run) => {
    const { encryptionKey } = config;
    const begun = await next(run, { key: fingerprintOf(encryptionKey) });
    if (!begun) return;
    const { attempts: attempt } = begun;
    const failures: Unreadable[] = [];
    const walk: Walk = {
      box,
      inTransaction: (work) => inTransaction(run.pool, work),
      signal: run.signal,
      onChunk: (client, more) => requireGoing(client, run, { attempt, more }),
    };
    try {
      const left = await resealAll(walk, true);
      await requireGoing(run.pool, run, { attempt, left });
      for (;;) {
        failures.length = 0;
        const onUnreadable = (found: Unreadable) => {
          if (failures.length < mostFailures) failures.push(found);
        };
        if ((await resealAll({ ...walk, onUnreadable })) === 0) break;
      }
      await requireGoing(run.pool, run, { attempt, failures });
      const refusal = await end(run, attempt, encryptionKey);
      if (refusal) await next(run, { attempt, error: refusal });
    } catch (error) {
      if (error instanceof Over) return;
      if (run.signal.aborted || run.attempts < mostAttempts) throw error;
      await next(run, { attempt, error: (error as Error).message });
    }
  };

const next = (run: TaskRun, changes: object, from: Pick<pg.Pool, 'query'> = run.pool) =>
  ask<Going | null>(from, 'select worker.migration_next($1, $2) as answer', [
    run.subject,
    JSON.stringify(changes),
  ]);

async function requireGoing(
  from: pg.Pool | pg.ClientBase,
  run: TaskRun,
  changes: object,
): Promise<void> {
  if (!(await next(run, changes, from as pg.Pool))) throw new Over();
}

/** @returns why it cannot be ended */
async function end(
  { pool, subject }: TaskRun,
  attempt: number,
  key: Buffer,
): Promise<string | null> {
  const [api, worker] = ['insula_api', 'insula_worker'].map((role) =>
    scramVerifier(rolePassword(key, role)),
  );
  return ask<string | null>(pool, 'select worker.reseal_end($1, $2, $3, $4) as answer', [
    ...[subject, attempt, api, worker],
  ]).catch((error: pg.DatabaseError) => {
    if (error.code !== '42501') throw error;
    return (
      `The passwords of insula_api and insula_worker may not be changed (${error.message}). As the role that made them, or a superuser: ` +
      'grant insula_api, insula_worker to insula_logins with admin true, inherit false, set false; then retry.'
    );
  });
}
