import type pg from 'pg';
import { leavingRoom, upTo } from '../ground/concurrency/rules.ts';
import { type Asker, Turns } from '../ground/concurrency/turns.ts';
import { cancelStatement } from './cancel.ts';
import { firstTryMs, patienceMs, shortTryMs, within } from './citus/doors.ts';
import { type NodeAddresses, NodePools } from './citus/node-pools.ts';
import { Company, companies, type Escort, type Rider } from './company.ts';
import {
  caught,
  failure,
  isLocked,
  isOutdated,
  isRefusal,
  isRetryable,
  leavesOpen,
  putInDoubt,
  toApiError,
} from './errors.ts';
import { type Kindred, Pace } from './pace.ts';
import { closePool, sidePool } from './pools.ts';
import { withServer } from './urls.ts';

/** Which connections a statement runs on. */
export type LineName = 'requests' | 'patient' | 'house';

/** Calls that may share a statement: quick ones, and searches that have been seen to be quick. */
export type CompanyName = 'quick' | 'search';

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
  /** Says which calls are alike. */
  pace?: Kindred | undefined;
  isRead?: boolean;
  /** Its processor time grows with the data: it is heavy unless such calls are known to be quick. */
  grows?: boolean;
  /** On a cluster: how long it may wait for any lock, in milliseconds, when its turn has come. */
  lockMs?: () => number;
  /** The calls it may travel with: see Company. */
  rides?: CompanyName | undefined;
  /** Hears when its turn has come. */
  onTurn?: (() => void) | undefined;
  /** It carries a large input: it takes more time of the database, and of this process, than others. */
  isLarge?: boolean;
}

/** Overrides of the default time limits, in milliseconds. */
export interface LineLimits {
  waitMs?: number;
  patientWaitMs?: number;
  /** For tests: every call travels, with these. */
  escort?: Escort | undefined;
  /** Tenants live on several nodes: a statement goes to one of them. */
  isCluster?: boolean | undefined;
  /** On a cluster: calls go to the node of their tenant by themselves. */
  nodes?: NodeAddresses | undefined;
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
   * Turns for work with much processor time: large calls, reads, and calls that grow with the data, unless known to be
   * quick. Of each tenant a few at a time, whatever connections are free: as many as the database has cores by the rule
   * for DB_POOL_SIZE, half of them when others are about.
   */
  private readonly heavy: Turns;
  /** On a cluster: writes that a lock keeps waiting. Of each tenant two wait with a connection, and the others for them. */
  private readonly locked: Turns;
  private readonly companies: Record<CompanyName, Company>;
  /** Whether tenants live on several nodes. */
  readonly isCluster: boolean;
  private readonly nodes: NodePools | undefined;
  private readonly isEscorted: boolean;
  private closing: Promise<unknown> | undefined;
  private readonly waited: ((line: LineName, seconds: number) => void)[] = [];
  private readonly travelled: ((company: CompanyName, size: number) => void)[] = [];

  constructor(pool: pg.Pool, limits: LineLimits = {}) {
    const { waitMs = 5_000, patientWaitMs = 15_000, escort, isCluster = false, nodes } = limits;
    this.isCluster = isCluster;
    if (isCluster && nodes) this.nodes = new NodePools(nodes, (tenant) => this.nodeOf(tenant));
    const { max } = pool.options;
    this.lines = {
      requests: this.line('requests', pool, max, waitMs),
      patient: this.line(
        'patient',
        sidePool(pool, 'patient', patientConnections),
        patientConnections,
        patientWaitMs,
      ),
      // One more than there are turns: the look of /ready never waits.
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
      name: 'heavy_turns',
    });
    this.locked = new Turns({
      atOnce: Number.POSITIVE_INFINITY,
      mayBegin: ({ held }) => held < 2,
      maxOfTenant,
      maxWaiting,
      waitMs: patienceMs,
      refusal: () => toApiError(failure('55P03')),
    });
    this.isEscorted = escort !== undefined;
    this.companies = {
      quick: this.company('quick', waitMs, limits),
      search: this.company('search', waitMs, limits),
    };
  }

  /** Hears how long each statement has waited for its turn. */
  onTurn(heard: (line: LineName, seconds: number) => void): void {
    this.waited.push(heard);
  }

  /** Hears how many calls have travelled together, of each company that left. */
  onTrip(heard: (company: CompanyName, size: number) => void): void {
    this.travelled.push(heard);
  }

  /** Runs a call of its own operation when its turn has come. @returns its answer */
  call(rider: Rider, errand: Errand): Promise<string> {
    if (!this.isCluster) return this.send(rider, errand);
    if (!errand.isRead && errand.line === 'requests') return this.write(rider, errand);
    return this.send(rider, this.isStraight ? errand : { ...errand, lockMs: () => patienceMs });
  }

  /**
   * Runs a write on a cluster. At the end of a move of its tenant all its writes wait; with a connection each, they would hold
   * up its reads, and those behind them would wait as long again.
   */
  private async write(rider: Rider, errand: Errand): Promise<string> {
    const { tenant } = errand;
    const end = performance.now() + patienceMs;
    const firstMs = () => (this.locked.hasAny(tenant) ? shortTryMs : firstTryMs);
    try {
      return await this.send(rider, { ...errand, lockMs: firstMs });
    } catch (error) {
      if (!isLocked(error)) throw error;
      const lockMs = () => Math.max(shortTryMs, end - performance.now());
      // The length of its wait tells nothing about how long such calls take.
      const rest = { ...errand, lockMs, pace: undefined };
      return this.locked.take(() => this.run(rider, rest), errand);
    }
  }

  private send(rider: Rider, errand: Errand): Promise<string> {
    const { rides, pace } = errand;
    this.pace.meet(errand.tenant);
    const isKnown = pace && !errand.isLarge && this.pace.mayRide(pace, rides === 'search');
    const isEscorted =
      this.isEscorted && errand.line === 'requests' && !Buffer.isBuffer(rider.values[3]);
    const company = isEscorted ? 'quick' : isKnown && rides;
    return company ? this.companies[company].ride(rider, errand) : this.run(rider, errand);
  }

  /** Runs a statement when its turn has come. @returns `body` of its row */
  async run(query: Query, errand: Errand): Promise<string> {
    const { line, pace, grows } = errand;
    this.pace.meet(errand.tenant);
    const inTurn = () => this.lines[line].turns.take(() => this.alone(query, errand), errand);
    const isHeavy = errand.isLarge || (grows && pace && !this.pace.isQuick(pace));
    return isHeavy ? this.heavy.take(inTurn, errand) : inTurn();
  }

  private async alone(query: Query, errand: Errand): Promise<string> {
    const { line, tenant, lockMs } = errand;
    errand.onTurn?.();
    const begun = performance.now();
    const took = () => this.took(errand, performance.now() - begun);
    try {
      const [row] = await onConnection<{ body: string }>(
        await this.poolOf(line, tenant),
        lockMs ? within(query as Rider, lockMs(), this.isStraight) : query,
        errand,
      );
      const answer = caught(row?.body as string);
      took();
      return answer;
    } catch (error) {
      if (!isLocked(error)) took();
      throw error;
    }
  }

  /** The pool that runs a tenant's statement. The server's own queries go to the coordinator. */
  private poolOf(line: LineName, tenant: string): pg.Pool | Promise<pg.Pool> {
    const { pool } = this.lines[line];
    return this.nodes && line !== 'house' ? this.nodes.of(tenant, pool) : pool;
  }

  /** Whether a tenant's statement goes to its node past the coordinator, where an error costs no connection between the two. */
  /** Calls go to the node of their tenant by themselves. */
  get isStraight(): boolean {
    return this.nodes !== undefined;
  }

  /** An address of the database, at a tenant's node where calls go there by themselves. */
  async urlAt(tenant: string, url: string): Promise<string> {
    return this.nodes ? withServer(url, await this.nodes.addressOf(tenant)) : url;
  }

  private nodeOf(tenant: string): Promise<string> {
    return this.run(
      { name: 'tenant_node', text: 'select gateway.tenant_node($1) as body', values: [tenant] },
      { line: 'house', tenant },
    );
  }

  private took({ pace }: Errand, ms: number): void {
    if (pace) this.pace.note(pace, ms);
  }

  /** How many connections there are to each node of a cluster, by its address. */
  nodeConnections(): Record<string, number> {
    return this.nodes?.counts() ?? {};
  }

  /** How many statements wait for their turn at a line. */
  waiting(line: LineName): number {
    const { quick, search } = this.companies;
    const riders = line === 'requests' ? quick.waitingCount + search.waitingCount : 0;
    return this.lines[line].turns.waiting + riders;
  }

  /** The places that are held and waited for, for a log that explains why something waits. */
  standing(): object {
    const { quick, search } = this.companies;
    const lines = Object.entries(this.lines).map(([name, { pool, turns }]) => {
      const { totalCount, idleCount, waitingCount } = pool;
      const { held, waiting } = turns;
      return [name, { held, waiting, pool: { totalCount, idleCount, waitingCount } }];
    });
    return {
      lines: Object.fromEntries(lines),
      heavy: { held: this.heavy.held, waiting: this.heavy.waiting },
      companies: { quick: quick.standing(), search: search.standing() },
    };
  }

  /** Runs a statement at once, beside the turns of the house: for a look whether the database answers. */
  async look(query: Query): Promise<string> {
    const [row] = await onConnection<{ body: string }>(this.lines.house.pool, query, {});
    return row?.body as string;
  }

  /** Closes those it has made itself. */
  async close(): Promise<void> {
    const { patient, house } = this.lines;
    this.closing ??= Promise.all(
      [patient.pool, house.pool, ...(this.nodes?.open ?? [])].map(closePool),
    );
    await this.closing;
  }

  private company(name: CompanyName, waitMs: number, limits: LineLimits): Company {
    const line = this.lines.requests;
    return new Company({
      line,
      alone: (rider, errand) => this.alone(rider, errand),
      rows: async (query, tenant, limitMs) =>
        onConnection(await this.poolOf('requests', tenant), query, { limitMs }),
      took: (errand, ms) => this.took(errand, ms),
      onTrip: (waited) => {
        for (const heard of this.travelled) heard(name, waited.length);
        for (const heard of this.waited) for (const seconds of waited) heard('requests', seconds);
      },
      limits: { maxOfTenant, maxWaiting, waitMs, refusal: refusals.requests },
      escort: limits.escort,
      isCluster: limits.isCluster,
    });
  }

  private line(name: LineName, pool: pg.Pool, atOnce: number, waitMs: number): Line {
    const turns = new Turns({
      atOnce,
      mayBegin: leavingRoom,
      maxOfTenant,
      maxWaiting,
      waitMs,
      refusal: refusals[name],
      onTurn: (seconds, { tenant }) => {
        // Those of a company have waited, not the company.
        if (tenant !== companies) for (const heard of this.waited) heard(name, seconds);
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
async function onConnection<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: Query,
  errand: Pick<Errand, 'limitMs' | 'signal' | 'isRead'>,
): Promise<Row[]> {
  try {
    return await onceOnConnection<Row>(pool, query, errand);
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return onceOnConnection<Row>(pool, query, errand);
  }
}

async function onceOnConnection<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: Query,
  { limitMs, signal, isRead }: Pick<Errand, 'limitMs' | 'signal' | 'isRead'>,
): Promise<Row[]> {
  const client = await pool.connect();
  let cancelling: Promise<void> | undefined;
  const end = () => {
    cancelling ??= cancelStatement(client);
  };
  const timer = limitMs === undefined ? undefined : setTimeout(end, limitMs);
  signal?.addEventListener('abort', end);
  try {
    const rows = await attempt<Row>(client, query, signal);
    await cancelling;
    client.release();
    return rows;
  } catch (error) {
    await cancelling;
    // Statements prepared on a connection that has met an upgrade may no longer work.
    client.release((!isRefusal(error) && !signal?.aborted) || isOutdated(error));
    if (!isRead && leavesOpen(error)) putInDoubt(error);
    throw signal?.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

async function attempt<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    try {
      const { rows } = await client.query<Row>(query);
      return rows;
    } catch (error) {
      if (!isRetryable(error) || failures === retries) throw error;
    }
  }
}
