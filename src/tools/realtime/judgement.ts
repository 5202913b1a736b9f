import type { Row, Verdict } from './row.ts';
import type { Subscription } from './subscription.ts';

/** The verdict of the database on a row for a caller: app.realtime_judged. */
export interface Judged {
  seq: string;
  verdict: Verdict;
  filters: Verdict[];
  /** The keys under which they may hear it, if others may hear it under more. */
  keys: string[] | null;
  event: string | null;
}

/** The verdicts of the database on some rows. */
export class Judgement {
  private readonly bySeq: Map<string, Judged>;
  private readonly filters: string[];

  constructor(judged: Judged[], filters: string[]) {
    this.bySeq = new Map(judged.map((one) => [one.seq, one]));
    this.filters = filters;
  }

  of(row: Row, { filter, key }: Subscription): [Verdict, string | null] {
    const judged = this.bySeq.get(row.data.seq);
    if (!judged) return ['n', null];
    if (judged.keys && key !== '' && !judged.keys.includes(key)) return ['n', null];
    const verdict =
      filter === undefined ? judged.verdict : judged.filters[this.filters.indexOf(filter)];
    return [verdict ?? 'n', judged.event];
  }
}
