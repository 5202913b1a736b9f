import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { DatabaseError } from './client.ts';

/** Calls hold no connection for longer than this, but for patient ones; who waits longer has met one of those, or a backup. */
const usualPatienceMs = 90_000;
/** Parts of deadlock_timeout that the attempts to have every table may take: short ones first, which go unnoticed. */
const shares = [0.1, 0.2, 0.4, 0.9];
/** Between two attempts, as a multiple of the first: what has queued up behind it runs meanwhile. */
const rest = 4;
const longestRestMs = 2_000;

/** Relations that every call reads before it touches any other: those who wait there hold nothing. */
const entrance = ['app.api_keys', 'app.sessions', 'app.tenants'];

/**
 * Waits until no call is under way, and lets none begin until the transaction of this connection has ended: takes every table of the
 * calls, all or none. PostgreSQL looks for deadlocks after `deadlock_timeout`, so that an attempt which gives up before that
 * never has a call chosen as the victim of one; and with all tables at hand, nothing that follows waits for a lock.
 * @throws DatabaseError naming the table and the connection that hold it up
 */
export async function closeGate(
  client: pg.Client,
  log: Logger,
  patienceMs = usualPatienceMs,
): Promise<void> {
  const tables = await tablesOf(client);
  if (tables.length === 0) return;
  const { rows } = await client.query(
    `select setting::int as ms from pg_settings where name = 'deadlock_timeout'`,
  );
  const deadlockMs: number = rows[0].ms;
  const all = tables.join(', ');
  const end = performance.now() + patienceMs;
  let isQuiet = false;
  for (let attempt = 0; ; attempt++) {
    const limitMs = Math.max(20, Math.floor(deadlockMs * (shares[attempt] ?? 0.9)));
    // PostgreSQL ends an autovacuum that keeps a lock from someone only after deadlock_timeout. So it is made to leave first, with
    // a lock that no call minds, and that keeps the next one out.
    const error: pg.DatabaseError | undefined =
      (isQuiet
        ? undefined
        : await lock(
            client,
            `${all} in share update exclusive mode`,
            'lock_timeout',
            deadlockMs + 1000,
          )) ??
      (await lock(client, `${all} in access exclusive mode`, 'statement_timeout', limitMs));
    if (!error) return;
    isQuiet ||= error.code === '57014';
    const blocker = await whatBlocks(client, tables);
    if (performance.now() > end)
      throw new DatabaseError(tooLong(blocker, patienceMs), { cause: error });
    log.info({ attempt: attempt + 1, ...blocker }, 'waiting for calls that are under way');
    await sleep(Math.min(rest * limitMs, longestRestMs) * (1 + Math.random() / 4));
  }
}

/** The tables that calls read and write, in the order in which they are locked. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('app', 'operators', 'private') and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and c.relowner = to_regrole(current_user)
      order by format('%I.%I', n.nspname, c.relname) = any ($1) desc, c.relkind, 1`,
    [entrance],
  );
  return rows.map(({ name }) => name);
}

/** Takes locks, for which it waits so long. @returns why they were not to be had: then it has none of them */
async function lock(
  client: pg.Client,
  tables: string,
  timeout: 'lock_timeout' | 'statement_timeout',
  ms: number,
): Promise<pg.DatabaseError | undefined> {
  try {
    await client.query(
      `savepoint gate; set local ${timeout} = ${ms}; lock table ${tables};
       set local statement_timeout = 0; set local lock_timeout = '2s';
       release savepoint gate`,
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    await client.query('rollback to savepoint gate; release savepoint gate');
    if (!['55P03', '57014', '40P01'].includes(error.code ?? '')) throw error;
    return error;
  }
}

interface Blocker {
  table?: string;
  pid?: number;
}

/** A connection that has one of the tables now, of those that a longer wait would be for. */
async function whatBlocks(client: pg.Client, tables: string[]): Promise<Blocker> {
  const { rows } = await client.query<Blocker>(
    `select l.relation::regclass::text as "table", l.pid
       from pg_locks l left join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid()
        and l.database = (select d.oid from pg_database d where d.datname = current_database())
        and l.relation = any ($1::regclass[])
      order by a.xact_start nulls last limit 1`,
    [tables],
  );
  return rows[0] ?? {};
}

const tooLong = ({ table, pid }: Blocker, patienceMs: number) =>
  `The upgrade waited ${patienceMs / 1000} s for calls that are under way, and nothing was changed.` +
  (table
    ? ` Connection ${pid} holds ${table} (select * from pg_stat_activity where pid = ${pid}): a backup or a long piece of work. ` +
      'Let it end, then run this again.'
    : ' Run this again.');
