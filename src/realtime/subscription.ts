import type { Audience, Judged } from './audience.ts';
import { Judgement } from './audience.ts';
import type { Feed, Joining } from './feed.ts';
import { pageRows } from './limits.ts';
import type { Outlet } from './outlet.ts';
import { isAfter, Row, type RowData } from './row.ts';

/** One channel of one connection. */
export interface Subscription {
  /** As the client named it. */
  channel: string;
  /** What its rows are heard under (keyOf); '' for all. */
  key: string;
  /** Names of events that it is for, also with *. */
  patterns?: readonly string[];
  /** Ids of object types; events that belong to none pass. */
  types?: readonly string[];
  /** json text of {type, filter | view} or {filter}: the same text, the same filter. */
  filter?: string;
  /** His own records: shown whatever kind they are. */
  isOwn?: boolean;
  /** Nobody wants it any more. */
  isEnded?: boolean;
  outlet: Outlet;
  /** Rows up to this number have been sent, or are not for it. */
  after: number;
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
  feed: Feed;
  joining: Joining;
  /** The place that it goes on from. */
  place: string;
  /** Whether all from there on is in `joining` already. */
  isPresent: boolean;
}

/**
 * Begins to hear: what came since its place, then what came meanwhile, then all that comes. Each event once and in
 * order: the present is heard from before the past is read (`joining`), and it waits until that is sent.
 */
export async function goLive(subscription: Subscription, start: Start): Promise<void> {
  const { audience, feed, joining } = start;
  const { outlet } = subscription;
  let { place, isPresent } = start;
  try {
    for (;;) {
      if (joining.hasOverflowed) {
        joining.reset();
        isPresent = false;
      }
      if (!isPresent) place = await replay(subscription, audience, place);
      isPresent = true;
      if (outlet.isClosed || subscription.isEnded) return;
      const rows = joining.take().filter((row) => isAfter(row.data.seq, place));
      if (rows.length === 0) {
        if (joining.hasOverflowed) continue;
        break;
      }
      const matches = audience.match(rows, subscription);
      const judged = await audience.judge(matches);
      if (outlet.isClosed || subscription.isEnded) return;
      audience.deliver(matches, judged, new Map());
      place = rows.at(-1)?.data.seq ?? place;
    }
    subscription.after = feed.count;
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
  let place = since;
  for (;;) {
    const page: Replay = JSON.parse(
      await audience.ask('realtime_replay', {
        since: place,
        limit: pageRows,
        filters: filters.map((filter) => JSON.parse(filter)),
      }),
    );
    place = page.seq;
    const rows = page.rows.flatMap(({ row }) => (row ? [new Row({ ...row, is_bound: true })] : []));
    const matches = audience.match(rows, subscription);
    // All of them were judged, with what he may see of them.
    const judged = new Judgement(page.rows, filters);
    for (let n = 0; n < matches.length; n += rowsAtOnce) {
      audience.deliver(matches.slice(n, n + rowsAtOnce), judged, new Map());
      await subscription.outlet.drained();
    }
    if (!page.has_more || subscription.outlet.isClosed || subscription.isEnded) return place;
  }
}
