import type { Report } from '../shapes.ts';
import type { Outcome, Taken } from './applying.ts';

const mostConflicts = 1000;

/** Counts what has become of changes. */
export class Tally {
  conflictCount = 0;
  private readonly counts: Record<string, Record<string, number>> = {};
  private readonly conflicts: Report['conflicts'] = [];
  private secrets = 0;

  add(changes: Taken[], outcomes: Outcome[]): void {
    const byNumber = new Map(changes.map((one) => [one.n, one]));
    for (const outcome of outcomes) {
      if ('secrets' in outcome) this.secrets += outcome.secrets ?? 0;
      const change = byNumber.get(outcome.n);
      const kind = change?.kind ?? '';
      if ('reason' in outcome) this.conflict(kind, change?.target_id ?? change?.key ?? '', outcome);
      else this.count(outcome.did === 'restore' ? 'create' : outcome.did, kind);
    }
  }

  private conflict(
    kind: string,
    id: string,
    { n, reason, fields = [] }: Extract<Outcome, { reason: string }>,
  ): void {
    this.conflictCount++;
    if (this.conflicts.length < mostConflicts)
      this.conflicts.push({ kind, id, change: String(n), reason, fields });
  }

  private count(action: string, kind: string): void {
    const counts = this.counts[action] ?? {};
    counts[kind] = (counts[kind] ?? 0) + 1;
    this.counts[action] = counts;
  }

  report(): Report {
    const { create = {}, update = {}, delete: gone = {}, unchanged = {} } = this.counts;
    return {
      created: create,
      updated: update,
      deleted: gone,
      unchanged,
      conflicts: this.conflicts,
      conflict_count: this.conflictCount,
      remapped: [],
      files: { restored: 0, missing: 0 },
      left_out:
        this.secrets > 0 ? [{ what: 'secrets', count: this.secrets, why: 'not copied' }] : [],
    };
  }
}
