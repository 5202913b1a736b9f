import type pg from 'pg';
import { Rotation } from '../ground/concurrency/rotation.ts';
import { leavingRoom } from '../ground/concurrency/rules.ts';
import { Turns, tooMany } from '../ground/concurrency/turns.ts';
import { type CallValues, callMany, callManyOf, type Outcome } from './call-many.ts';
import type { Errand, Line, Query } from './connections.ts';
import { failure, isLocked, isOutdated, isRefusal, isRetryable } from './errors.ts';

/** A call that may travel with others. */
export interface Rider extends Query {
  values: CallValues;
}

/** For tests: what goes before and after each company, and so between any two requests. */
export type Escort = () => Promise<{ before: CallValues[]; after: CallValues[] }>;

export interface CompanyOptions {
  /** Its connections, and whose turn it is to have one. */
  line: Line;
  /** Runs a call by itself, its turn come. */
  alone(rider: Rider, errand: Errand): Promise<string>;
  /** Runs a statement, on a cluster of one tenant, and cancels it after so many milliseconds. */
  rows<Row extends pg.QueryResultRow>(
    query: Query,
    tenant: string,
    limitMs: number,
  ): Promise<Row[]>;
  /** Hears how long a call has taken, in milliseconds. */
  took(errand: Errand, ms: number): void;
  /** Hears of each company that leaves: how long each of its calls has waited, in seconds. */
  onTrip(waited: number[]): void;
  /** Bounds of those who wait: see TurnsOptions. */
  limits: { maxOfTenant: number; maxWaiting: number; waitMs: number; refusal: string };
  escort?: Escort | undefined;
  /** Tenants live on several nodes: a statement goes to one of them. */
  isCluster?: boolean | undefined;
}

interface Waiting {
  since: number;
  rider: Rider;
  errand: Errand;
  resolve(body: string): void;
  reject(error: unknown): void;
}

/** To the line of connections, all companies are one tenant: others have turns beside them. */
export const companies = 'companies';
/** So many calls travel together at most: two lanes with up to 16 do more than four with up to 8. */
const mostTogether = 16;
/** A trip that takes longer holds up the others no more: another lane opens. */
const slowTripMs = 25;
/** A company that takes longer is undone, and its calls are run separately. */
const longestTripMs = 1_000;

/**
 * Calls that wait together travel together: while its lanes (connections) are busy, calls wait; a lane that is free takes
 * several of them as one statement (gateway.call_many), which finds its code and data in the processor's caches from the
 * second call on. A call that finds a free lane goes at once, as it would without any of this. Tenants take turns at
 * seats, and each company takes from the tenants in turn.
 */
export class Company {
  private readonly options: CompanyOptions;
  private readonly seats: Turns;
  /** How many lanes there are while none of them is slow: as many as the database has cores, by the rule for DB_POOL_SIZE. */
  private readonly usual: number;
  /** Those that have a seat and no lane yet, by tenant. */
  private readonly waiting = new Rotation<Waiting>();
  private lanes = 0;
  /** When each of the trips under way began. */
  private readonly trips = new Set<{ since: number }>();
  private watch: NodeJS.Timeout | undefined;

  constructor(options: CompanyOptions) {
    this.options = options;
    const { max } = options.line.pool.options;
    this.usual = Math.max(1, Math.floor(max / 4));
    this.seats = new Turns({
      ...options.limits,
      atOnce: max * mostTogether,
      mayBegin: leavingRoom,
    });
  }

  /** @throws 429 CONCURRENCY_LIMITED, the reason of the signal, and whatever the database says of this call */
  ride(rider: Rider, errand: Errand): Promise<string> {
    if (this.isIdle) return this.go(rider, errand);
    return this.seats.take(() => this.board(rider, errand), errand);
  }

  /** How many wait for a seat or a lane. */
  get waitingCount(): number {
    return this.seats.waiting + this.waiting.size;
  }

  /** Its lanes, its trips under way, and those that have or want a seat. */
  standing(): object {
    const { lanes, trips, seats, waiting } = this;
    return {
      lanes,
      trips: trips.size,
      seats: { held: seats.held, waiting: seats.waiting },
      waiting: waiting.size,
    };
  }

  /** Tells whether a call may have a lane to itself: one is free, and no other call waits for it. */
  private get isIdle(): boolean {
    return this.lanes < this.usual && this.waitingCount === 0 && !this.options.escort;
  }

  /** Runs a call that has neither to wait for a seat nor for others. */
  private go(rider: Rider, errand: Errand): Promise<string> {
    const since = performance.now();
    const work = () => this.trip([since], () => this.options.alone(rider, errand));
    return this.inLane(work, errand.signal);
  }

  private board(rider: Rider, errand: Errand): Promise<string> {
    const { signal, tenant } = errand;
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal?.reason);
      signal?.addEventListener('abort', leave);
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', leave);
          end(value);
        };
      const waiting = {
        since: performance.now(),
        rider,
        errand,
        resolve: settle(resolve),
        reject: settle(reject),
      };
      this.waiting.add(tenant, waiting);
      this.openLane();
    });
  }

  /** Another lane, unless there are enough. A lane is for one trip, so that others have their turns at the connections. */
  private openLane(): void {
    if (this.waiting.size === 0) return;
    if (this.lanes - this.slow >= this.usual) {
      this.watch ??= setTimeout(this.look, slowTripMs);
      return;
    }
    this.inLane(() => this.travel(this.gather())).catch(() => {
      // No connections are available: calls that have waited long enough are told by `look`.
      this.watch ??= setTimeout(this.look, slowTripMs);
    });
  }

  /** Runs one trip in a lane of its own, when its turn has come. */
  private async inLane<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.lanes += 1;
    try {
      return await this.options.line.turns.take(work, { tenant: companies, signal });
    } finally {
      this.lanes -= 1;
      this.openLane();
    }
  }

  /** While calls wait behind slow trips, another lane opens beside them; no call waits without end. */
  private readonly look = () => {
    this.watch = undefined;
    this.refuseLate();
    this.openLane();
    if (this.waiting.size > 0) this.watch ??= setTimeout(this.look, slowTripMs);
  };

  private get slow(): number {
    const begun = performance.now() - slowTripMs;
    let count = 0;
    for (const { since } of this.trips) if (since < begun) count += 1;
    return count;
  }

  private refuseLate(): void {
    const { waitMs, refusal } = this.options.limits;
    const late = performance.now() - waitMs;
    for (const { reject } of this.waiting.takeHeads(({ since }) => since < late))
      reject(tooMany(refusal).by('turns'));
  }

  /** The next company: of each tenant one call, in turn, until it is full; on a cluster, of one tenant. */
  private gather(): Waiting[] {
    if (this.options.isCluster)
      return alikeTogether(
        this.waiting.nextOfOne(mostTogether).filter(({ errand }) => !errand.signal?.aborted),
      );
    const company: Waiting[] = [];
    while (company.length < mostTogether) {
      const waiting = this.waiting.next();
      if (!waiting) break;
      if (!waiting.errand.signal?.aborted) company.push(waiting);
    }
    return alikeTogether(company);
  }

  private async travel(company: Waiting[]): Promise<void> {
    const [first] = company;
    if (!first) return;
    const isOne = company.length === 1 && !this.options.escort;
    const work = () => (isOne ? this.alone(first) : this.together(company));
    const since = company.map((waiting) => waiting.since);
    await this.trip(since, work);
  }

  /** @param since when each of those who travel began to wait */
  private async trip<T>(since: number[], work: () => Promise<T>): Promise<T> {
    const trip = { since: performance.now() };
    this.trips.add(trip);
    this.options.onTrip(since.map((begun) => (trip.since - begun) / 1000));
    try {
      return await work();
    } finally {
      this.trips.delete(trip);
    }
  }

  private async alone({ rider, errand, resolve, reject }: Waiting): Promise<void> {
    await this.options.alone(rider, errand).then(resolve, reject);
  }

  private async together(company: Waiting[]): Promise<void> {
    for (const { errand } of company) errand.onTurn?.();
    try {
      const { before, after } = (await this.options.escort?.()) ?? { before: [], after: [] };
      const calls = [...before, ...company.map(({ rider }) => rider.values), ...after];
      const many = this.options.isCluster ? callManyOf : callMany;
      const tenant = company[0]?.errand.tenant ?? '';
      const outcomes = await many(
        (query) => this.options.rows(query, tenant, longestTripMs),
        calls,
      );
      for (const [n, waiting] of company.entries())
        this.end(waiting, outcomes[before.length + n] as Outcome);
    } catch (error) {
      for (const waiting of company) {
        // A call that was certainly undone can be repeated; the state of a broken connection's work is unknown.
        if (isRefusal(error) || waiting.errand.isRead) this.again(waiting);
        else waiting.reject(error);
      }
    }
  }

  private end(waiting: Waiting, { body, state, message, detail, ms }: Outcome): void {
    if (state === null) {
      this.options.took(waiting.errand, ms);
      waiting.resolve(body as string);
      return;
    }
    const error = failure(state, message, detail);
    const isHeldUp = isLocked(error);
    if (!isHeldUp) this.options.took(waiting.errand, ms);
    // Alone, a call may wait longer for a lock; on a cluster, it does so elsewhere.
    const isUndone = isRetryable(error) || isOutdated(error);
    if (isUndone || (isHeldUp && !this.options.isCluster)) this.again(waiting);
    else waiting.reject(error);
  }

  /** Runs a call by itself, in a turn of its own. */
  private again(waiting: Waiting): void {
    this.options.line.turns
      .take(() => this.alone(waiting), waiting.errand)
      .catch((error) => waiting.reject(error));
  }
}

/** The same calls, those of one caller and operation next to each other: the database runs them as one (gateway.alike). */
function alikeTogether(company: Waiting[]): Waiting[] {
  const alike = ({ errand, rider }: Waiting) =>
    `${errand.tenant} ${errand.caller} ${rider.values[2]}`;
  return [...Map.groupBy(company, alike).values()].flat();
}
