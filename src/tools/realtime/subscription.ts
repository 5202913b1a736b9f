import type { Audience } from './audience.ts';
import type { Joining } from './feed.ts';
import { type Judged, Judgement } from './judgement.ts';
import { pageRows } from './limits.ts';
import type { Outlet } from './outlet.ts';
import { isAfter, type Place, placeOf, Row, type RowData } from './row.ts';

/** One channel of one connection. */
export interface Subscription {
  /** As the client named it. */
  channel: string;
  /** The key of its rows (keyOf); '' for all. */
  key: string;
  /** Names of events that it is for, also with *. */
  patterns?: readonly string[];
  /** Ids of object types; events that belong to none pass. */
  types?: readonly string[];
  /** json text of {type, filter | view} or {filter}: the same text, the same filter. */
  filter?: string;
  /** His own records: shown whatever kind they are. */
  isOwn?: boolean;
  /** Places that were past when it began. */
  past?: ReadonlySet<string>;
  /** It has caught up. */
  isLive?: boolean;
  /** It is not wanted any more. */
  isEnded?: boolean;
  outlet: Outlet;
  /** The last place that it has heard, or need not hear: only later rows are sent. */
  place: Place;
}

/** Of the past, sent before the client has to have read them: half a megabyte at most. */
const rowsAtOnce = 25;

interface Replay {
  rows: (Judged & { row: RowData | null })[];
  seq: string;
  has_more: boolean;
}

export interface Start {
  audience: Audience;
  joining: Joining;
  /** The place from which it continues. */
  seq: string;
  /** Whether all from there on is in `joining` already. */
  isPresent: boolean;
}

/**
 * Begins to hear: what came since its place, then what came meanwhile, then all that comes. Each event once and in
 * order: the present is heard from before the past is read (`joining`), and it waits until that is sent.
 */
export async function goLive(subscription: Subscription, start: Start): Promise<void> {
  const { audience, joining } = start;
  const { outlet } = subscription;
  let { seq, isPresent } = start;
  try {
    for (;;) {
      if (joining.hasOverflowed) {
        joining.reset();
        isPresent = false;
      }
      if (!isPresent) seq = await replay(subscription, audience, seq);
      isPresent = true;
      subscription.place = placeOf(seq);
      if (outlet.isClosed || subscription.isEnded) return;
      const rows = joining.take().filter((row) => isAfter(row.place, subscription.place));
      if (rows.length === 0) {
        if (joining.hasOverflowed) continue;
        break;
      }
      const matches = audience.match(rows, subscription);
      const judged = await audience.judge(matches);
      if (outlet.isClosed || subscription.isEnded) return;
      audience.deliver(matches, judged, new Map());
      seq = rows.at(-1)?.data.seq ?? seq;
    }
    subscription.isLive = true;
    audience.add(subscription);
  } finally {
    joining.end();
  }
}

/** Sends what a subscription has missed, page by page. @returns the place that it has then */
async function replay(
  subscription: Subscription,
  audience: Audience,
  since: string,
): Promise<string> {
  const filters = subscription.filter === undefined ? [] : [subscription.filter];
  let seq = since;
  for (;;) {
    const page: Replay = JSON.parse(
      await audience.ask('realtime_replay', {
        since: seq,
        limit: pageRows,
        filters: filters.map((filter) => JSON.parse(filter)),
      }),
    );
    seq = page.seq;
    const rows = page.rows.flatMap(({ row }) => (row ? [new Row({ ...row, bound: 'all' })] : []));
    const matches = audience.match(rows, subscription);
    // All of them were judged, with what they may see of them.
    const judged = new Judgement(page.rows, filters);
    for (let n = 0; n < matches.length; n += rowsAtOnce) {
      audience.deliver(matches.slice(n, n + rowsAtOnce), judged, new Map());
      await subscription.outlet.drained();
    }
    if (!page.has_more || subscription.outlet.isClosed || subscription.isEnded) return seq;
  }
}
