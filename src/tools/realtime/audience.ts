import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Credential } from '../../db/call.ts';
import type { Asker } from '../../ground/concurrency/turns.ts';
import { openAnswer } from '../../operations/answer.ts';
import type { CallsOperations } from '../../operations/who.ts';
import { matchesAny } from './channels.ts';
import { type Judged, Judgement } from './judgement.ts';
import { maxWaitingRows, pageRows } from './limits.ts';
import type { Outlet } from './outlet.ts';
import { withPermission } from './permission.ts';
import { isAfter, type Row, type Verdict } from './row.ts';
import type { Subscription } from './subscription.ts';

const retryMs = 1000;
const maxFailures = 30;

/** The rights of a caller, as app.realtime_rights answers them. */
export interface Rights {
  id: string;
  user_id: string | null;
  /** Resource types whose events they may not see. */
  hidden: string[];
  /** Whether the caller is bound by row policies. */
  is_bound: boolean;
  /** Whether private object types are closed to the caller. */
  is_private_bound: boolean;
  /** Whether the caller's permissions name single object types. */
  is_limited: boolean;
  /** The present place in the journal. */
  seq: string;
  /** Places after it that are past all the same: they only cannot be shown yet. */
  past: string[];
}

/** Rows for those who listen, and what has been put together of them so far. */
export interface Batch {
  rows: Row[];
  joined: Map<string, Buffer>;
}

export interface AudienceDeps {
  operations: CallsOperations;
  log: Logger;
  /** Lets so many through at a time as the database can take. */
  inTurn<T>(work: () => Promise<T>, asker: Asker): Promise<T>;
  /** Looks again at what a caller may. */
  recheck(audience: Audience): Promise<void>;
}

/**
 * All that one caller has open: who they are, what they may, and what they listen to. The database applies policies and
 * filters once for the whole batch, with the caller's own credential, and in order: later events wait.
 */
export class Audience {
  readonly key: string;
  readonly tenant: string;
  readonly credential: Credential;
  readonly outlets = new Set<Outlet>();
  rights: Rights;
  checkedAt = Date.now();
  private hidden: Set<string>;
  private readonly index = new Map<string, Set<Subscription>>();
  private readonly waiting: Row[] = [];
  private isBusy = false;
  private mayWrite: Promise<string> | undefined;
  private readonly deps: AudienceDeps;

  constructor(
    key: string,
    tenant: string,
    credential: Credential,
    rights: Rights,
    deps: AudienceDeps,
  ) {
    this.key = key;
    this.tenant = tenant;
    this.credential = withPermission(credential);
    this.rights = rights;
    this.hidden = new Set(rights.hidden);
    this.deps = deps;
  }

  /** As they are now. */
  renew(rights: Rights): void {
    this.rights = rights;
    this.hidden = new Set(rights.hidden);
    this.checkedAt = Date.now();
    this.mayWrite = undefined;
  }

  add(subscription: Subscription): void {
    const { key } = subscription;
    const known = this.index.get(key);
    if (known) known.add(subscription);
    else this.index.set(key, new Set([subscription]));
  }

  remove(subscription: Subscription): void {
    const known = this.index.get(subscription.key);
    known?.delete(subscription);
    if (known?.size === 0) this.index.delete(subscription.key);
  }

  /** When everything that was taken has been sent. */
  async settled(): Promise<void> {
    while (this.isBusy) await sleep(5, undefined, { ref: false });
  }

  get isIdle(): boolean {
    return !this.isBusy;
  }

  /** Asked once, and again when the caller's rights are checked. @throws 403 for callers who may only read */
  async requireWrite(): Promise<void> {
    const credential = { ...this.credential, scope: 'write', permission: 'objects:write' };
    this.mayWrite ??= this.ask('realtime_access', {}, credential);
    try {
      await this.mayWrite;
    } catch (error) {
      this.mayWrite = undefined;
      throw error;
    }
  }

  take(batch: Batch): void {
    if (!this.isBusy) {
      const matches = this.match(batch.rows);
      if (matches.length === 0) return;
      if (!matches.some(([row, one]) => this.mustAsk(row, one))) {
        this.deliver(matches, undefined, batch.joined);
        return;
      }
    }
    this.waiting.push(...batch.rows);
    if (this.waiting.length > maxWaitingRows) this.giveUp();
    else if (!this.isBusy) void this.work();
  }

  /** Matches some rows with their subscriptions. */
  match(rows: readonly Row[], only?: Subscription): [Row, Subscription][] {
    const matches: [Row, Subscription][] = [];
    for (const row of rows) {
      if (only) {
        if (only.key === '' || row.data.keys.includes(only.key)) this.offer(row, only, matches);
        continue;
      }
      for (const one of this.index.get('') ?? []) this.offer(row, one, matches);
      for (const key of row.data.keys)
        for (const one of this.index.get(key) ?? []) this.offer(row, one, matches);
    }
    return matches;
  }

  /** Asks the database for decisions that only it can make. @returns by seq; undefined when there was nothing to ask */
  async judge(matches: [Row, Subscription][]): Promise<Judgement | undefined> {
    const asked = matches.filter(([row, one]) => this.mustAsk(row, one));
    if (asked.length === 0) return undefined;
    const seqs = [...new Set(asked.map(([row]) => row.data.seq))];
    const filters = [...new Set(asked.flatMap(([, one]) => one.filter ?? []))];
    const body = await this.ask('realtime_judge', {
      seqs,
      filters: filters.map((filter) => JSON.parse(filter)),
    });
    const judged: Judged[] = JSON.parse(body);
    return new Judgement(judged, filters);
  }

  /** Calls api.<operation> as this caller. @returns its data as JSON text */
  async ask(operation: string, args: object, credential = this.credential): Promise<string> {
    const { operations, inTurn } = this.deps;
    const { key: caller, tenant } = this;
    const who = { tenant, credential };
    const run = () => operations.call(who, operation, args, { kind: 'read' });
    return openAnswer(await inTurn(run, { tenant, caller })).data;
  }

  deliver(
    matches: [Row, Subscription][],
    judged: Judgement | undefined,
    joined: Map<string, Buffer>,
  ): void {
    const touched = new Set<Outlet>();
    for (const [row, one] of matches) {
      let verdict: Verdict = 's';
      let event: string | null | undefined;
      if (this.mustAsk(row, one)) {
        [verdict, event] = judged?.of(row, one) ?? ['n', null];
        if (verdict === 'n') continue;
      }
      one.outlet.push(row.frame(one.outlet.format, one.channel, verdict, event));
      touched.add(one.outlet);
    }
    for (const outlet of touched) outlet.flush(joined);
  }

  private mustAsk(row: Row, one: Subscription): boolean {
    if (one.filter !== undefined) return true;
    const { is_bound, is_private_bound, is_limited } = this.rights;
    const { bound, object_type_id } = row.data;
    if (bound === 'users' && is_private_bound) return true;
    return is_bound && (bound === 'all' || (is_limited && object_type_id !== null));
  }

  private offer(row: Row, one: Subscription, matches: [Row, Subscription][]): void {
    const { type, resource, object_type_id } = row.data;
    if (!isAfter(row.place, one.place)) return;
    if (one.past?.has(row.data.seq)) return;
    if (!one.isOwn && this.hidden.has(resource)) return;
    if (one.patterns && !matchesAny(type, one.patterns)) return;
    if (one.types && object_type_id !== null && !one.types.includes(object_type_id)) return;
    matches.push([row, one]);
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    let failures = 0;
    while (this.waiting.length > 0 && this.outlets.size > 0) {
      const rows = this.waiting.slice(0, pageRows);
      const matches = this.match(rows);
      try {
        const judged = await this.judge(matches);
        this.deliver(this.match(rows), judged, new Map());
        this.waiting.splice(0, rows.length);
        failures = 0;
      } catch (err) {
        this.deps.log.debug({ err, tenant: this.tenant }, 'could not ask what a listener may see');
        // The caller may no longer exist, which ends its connections; otherwise the rows wait for the database.
        if (++failures > maxFailures) this.giveUp();
        await this.deps.recheck(this);
        await sleep(retryMs, undefined, { ref: false });
      }
    }
    this.isBusy = false;
  }

  /** The listener can go on from the last event it has. */
  private giveUp(): void {
    this.waiting.length = 0;
    for (const outlet of this.outlets) outlet.close(1012, 'behind: connect again with since');
  }
}
