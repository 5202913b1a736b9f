import type pg from 'pg';
import { leavingRoom, upTo } from '../concurrency/rules.ts';
import { type Asker, Turns } from '../concurrency/turns.ts';
import { cancelStatement } from './cancel.ts';
import { isRefusal, isRetryable } from './errors.ts';
import { type Kindred, Pace } from './pace.ts';
import { closePool, sidePool } from './pools.ts';

/** Which connections a statement runs on. */
export type LineName = 'requests' | 'patient' | 'house';

/** Connections, and the turns of those who want one. */
export interface Line {
  pool: pg.Pool;
  turns: Turns;
}

/** With a time of its own for the answer, in milliseconds: pg knows it, its types do not. */
export interface Query extends pg.QueryConfig {
  query_timeout?: number;
}

export interface Errand extends Asker {
  line: LineName;
  /** Ends the statement when it takes longer, in milliseconds; without it, the line's own timeout does. */
  limitMs?: number | undefined;
  /** Of a read: says which reads are alike. */
  pace?: Kindred | undefined;
  /** What it carries is large: it takes more time of the database, and of this process, than others. */
  isLarge?: boolean;
}

/** What differs from the defaults, in milliseconds. */
export interface LineLimits {
  waitMs?: number;
  patientWaitMs?: number;
}

const patientConnections = 3;
const houseConnections = 3;
const maxOfTenant = 1_000;
const maxWaiting = 5_000;
const retries = 2;

/**
 * The connections of the API process, in three lines: those of requests; a few for patient work, so that it never holds
 * one of a request; and a few for what the house itself asks without a tenant's request (limits of keys, names of
 * tenants, /admin, the feed). In each, tenants take turns.
 */
export class Connections {
  readonly lines: Record<LineName, Line>;
  private readonly pace = new Pace();
  /**
   * What takes much processor time: large calls, and reads that are not known to be quick. Of each tenant a few at a time,
   * whatever connections are free: as many as the database has cores by the rule for DB_POOL_SIZE, half of them when others
   * are about.
   */
  private readonly heavy: Turns;
  private closing: Promise<unknown> | undefined;
  private readonly waited: ((line: LineName, seconds: number) => void)[] = [];

  constructor(pool: pg.Pool, { waitMs = 5_000, patientWaitMs = 15_000 }: LineLimits = {}) {
    const { max } = pool.options;
    this.lines = {
      requests: this.line('requests', pool, max, waitMs),
      patient: this.line(
        'patient',
        sidePool(pool, 'patient', patientConnections),
        patientConnections,
        patientWaitMs,
      ),
      // One more than there are turns: the look of /ready waits for nobody.
      house: this.line(
        'house',
        sidePool(pool, 'house', houseConnections + 1),
        houseConnections,
        waitMs,
      ),
    };
    this.heavy = new Turns({
      atOnce: Number.POSITIVE_INFINITY,
      mayBegin: upTo(() => Math.max(1, Math.floor(max / (this.pace.areSeveral ? 8 : 4)))),
      maxOfTenant,
      maxWaiting,
      waitMs: patientWaitMs,
      refusal: 'Too many slow or large requests of this tenant are under way.',
    });
  }

  /** Hears how long each statement has waited for its turn. */
  onTurn(heard: (line: LineName, seconds: number) => void): void {
    this.waited.push(heard);
  }

  /** Runs a statement when its turn has come. @returns `body` of its row */
  async run(query: Query, errand: Errand): Promise<string> {
    const { line, pace } = errand;
    const { pool, turns } = this.lines[line];
    this.pace.meet(errand.tenant);
    const work = async () => {
      const begun = performance.now();
      try {
        return await onConnection(pool, query, errand);
      } finally {
        if (pace !== undefined) this.pace.note(pace, performance.now() - begun);
      }
    };
    const inTurn = () => turns.take(work, errand);
    const isHeavy = errand.isLarge || (pace !== undefined && !this.pace.isQuick(pace));
    return isHeavy ? this.heavy.take(inTurn, errand) : inTurn();
  }

  /** Runs a statement at once, beside the turns of the house: for a look whether the database answers. */
  async look(query: Query): Promise<string> {
    return onConnection(this.lines.house.pool, query, {});
  }

  /** Closes those it has made itself. */
  async close(): Promise<void> {
    this.closing ??= Promise.all([
      closePool(this.lines.patient.pool),
      closePool(this.lines.house.pool),
    ]);
    await this.closing;
  }

  private line(name: LineName, pool: pg.Pool, atOnce: number, waitMs: number): Line {
    const turns = new Turns({
      atOnce,
      mayBegin: leavingRoom,
      maxOfTenant,
      maxWaiting,
      waitMs,
      refusal: refusals[name],
      onTurn: (seconds) => {
        for (const heard of this.waited) heard(name, seconds);
      },
    });
    return { pool, turns };
  }
}

const refusals: Record<LineName, string> = {
  requests: 'Too many requests of this tenant are under way.',
  patient: 'Too many long-running requests of this tenant are under way.',
  house: 'Too many requests are under way.',
};

/**
 * A refusal is an answer, and leaves its connection as good as it was; pool.query would close it after any error, and the
 * next request would wait for a new one that has to plan everything again.
 */
async function onConnection(
  pool: pg.Pool,
  query: Query,
  { limitMs, signal }: Pick<Errand, 'limitMs' | 'signal'>,
): Promise<string> {
  const client = await pool.connect();
  let cancelling: Promise<void> | undefined;
  const end = () => {
    cancelling ??= cancelStatement(client);
  };
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  signal?.addEventListener('abort', end);
  try {
    const body = await attempt(client, query, signal);
    await cancelling;
    client.release();
    return body;
  } catch (error) {
    await cancelling;
    client.release(!isRefusal(error) && !signal?.aborted);
    throw signal?.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function attempt(
  client: pg.PoolClient,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<string> {
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    try {
      const { rows } = await client.query<{ body: string }>(query);
      return rows[0]?.body as string;
    } catch (error) {
      if (!isRetryable(error) || failures === retries) throw error;
    }
  }
}
