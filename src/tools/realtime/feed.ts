import type { Logger } from 'pino';
import type { House } from '../../db/call.ts';
import type { Asker } from '../../ground/concurrency/turns.ts';
import type { Audience } from './audience.ts';
import { maxWaitingRows, pageRows } from './limits.ts';
import { Row, type RowData } from './row.ts';

/**
 * Reads of one tenant begin at most so often: less often the more there are who listen, so that each of them gets several
 * events in one packet. At 200 a second it is that which the reader of a packet has to do that counts.
 */
const readEveryMs = (outlets: number): number => Math.min(60, 15 + outlets / 4);
/** How soon rows are looked for that are written but cannot be shown yet: another transaction is still open. */
const behindMs = [10, 20, 40, 80, 160];
const slowestMs = 250;

interface Page {
  rows: RowData[];
  has_more: boolean;
  is_behind: boolean;
  /** Where to go on, because what was read last is of a time that the database has lost. */
  restart?: string;
}

export interface FeedDeps {
  gateway: Pick<House, 'feed'>;
  log: Logger;
  inTurn<T>(work: () => Promise<T>, asker: Asker): Promise<T>;
  /** Something was written that may take rights away. */
  suspect(tenant: string, whose: Suspects): void;
  /** Something was written. */
  changed(): void;
}

/** Resource types whose changes may end a listener's credential, or limit its events. */
const ofAll = new Set([
  'key',
  'role',
  'tenant',
  'governance',
  'auth_config',
  'view',
  'object_type',
]);
const harmless = new Set(['user.created', 'user.signed_in', 'key.created', 'view.created']);

/** The users and sessions whose rights some rows may have changed, or everyone. */
export type Suspects = ReadonlySet<string> | 'all';

function suspectsOf(rows: readonly Row[]): Suspects {
  const ids = new Set<string>();
  for (const { data } of rows) {
    if (harmless.has(data.type)) continue;
    if (ofAll.has(data.resource)) return 'all';
    if (data.resource === 'user' || data.resource === 'session') ids.add(data.resource_id);
  }
  return ids;
}

/** The journal of one tenant, read once for all who listen to it in this process. */
export class Feed {
  readonly tenant: string;
  readonly audiences = new Map<string, Audience>();
  /** How many sockets and streams there are. */
  outlets = 0;
  /** The place that has been read. */
  place: string;
  private readonly joining = new Set<Joining>();
  private readonly deps: FeedDeps;
  private timer: NodeJS.Timeout | undefined;
  private isReading = false;
  private isRung = false;
  private readAt = 0;
  private tries = 0;
  private isClosed = false;

  constructor(tenant: string, place: string, deps: FeedDeps) {
    this.tenant = tenant;
    this.place = place;
    this.deps = deps;
  }

  private get pauseMs(): number {
    return readEveryMs(this.outlets);
  }

  /** There may be something new. */
  ring(): void {
    this.tries = 0;
    if (this.isReading) this.isRung = true;
    else this.readIn(Math.max(0, this.readAt + this.pauseMs - performance.now()), true);
  }

  /** From now on keeps what arrives, for a listener that is about to join. */
  join(): Joining {
    const joining: Joining = new Joining(() => this.joining.delete(joining));
    this.joining.add(joining);
    return joining;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** All who listen have heard of what never was: they connect again, and are told. */
  private restart(place: string): void {
    this.place = place;
    const outlets = [...this.audiences.values()].flatMap((audience) => [...audience.outlets]);
    for (const outlet of outlets) outlet.close(1012, 'connect again with since');
  }

  private readIn(ms: number, isSooner = false): void {
    if (this.isClosed) return;
    if (this.timer && !isSooner) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, ms);
  }

  private async read(): Promise<void> {
    if (this.isReading) return;
    this.isReading = true;
    this.isRung = false;
    this.readAt = performance.now();
    try {
      const page = await this.nextPage();
      this.isReading = false;
      if (this.isClosed) return;
      if (page.has_more || this.isRung) this.readIn(page.has_more ? 0 : this.pauseMs, true);
      else if (page.is_behind) this.readIn(behindMs[this.tries++] ?? slowestMs);
    } catch (err) {
      // The poll tries again.
      this.isReading = false;
      this.deps.log.warn({ err, tenant: this.tenant }, 'could not read the journal for listeners');
    }
  }

  private async nextPage(): Promise<Page> {
    const args = { after: this.place, limit: pageRows };
    const body = await this.deps.inTurn(() => this.deps.gateway.feed(this.tenant, args), {
      tenant: this.tenant,
    });
    const page: Page = JSON.parse(body);
    if (page.restart !== undefined) this.restart(page.restart);
    if (page.rows.length === 0 || this.isClosed) return page;
    this.tries = 0;
    const rows = page.rows.map((data) => new Row(data));
    this.place = page.rows.at(-1)?.seq as string;
    const batch = { rows, joined: new Map<string, Buffer>() };
    for (const one of this.joining) one.keep(rows);
    for (const audience of this.audiences.values()) audience.take(batch);
    this.deps.changed();
    const suspects = suspectsOf(rows);
    if (suspects === 'all' || suspects.size > 0) this.deps.suspect(this.tenant, suspects);
    return page;
  }
}

/** Collects rows that arrive while a listener is about to start. */
export class Joining {
  /** More came than is kept: it has to be read from the database. */
  hasOverflowed = false;
  private rows: Row[] = [];
  readonly end: () => void;

  constructor(end: () => void) {
    this.end = end;
  }

  keep(rows: Row[]): void {
    if (this.hasOverflowed) return;
    this.rows.push(...rows);
    if (this.rows.length <= maxWaitingRows) return;
    this.hasOverflowed = true;
    this.rows = [];
  }

  take(): Row[] {
    return this.rows.splice(0);
  }

  reset(): void {
    this.hasOverflowed = false;
    this.rows = [];
  }
}
