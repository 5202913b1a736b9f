import { counted } from '../../ground/shapes/counted.ts';
import type { Report } from '../diffs/shapes.ts';

/** The report of a restore into a living tenant, before and after it, and the dependencies that are to be confirmed. */

/** Facts of an earlier moment that the comparison does not tell. */
export interface OfPast {
  unchanged: Counts;
  conflicts: Conflict[];
}

export type Left = { what: string; count: number; why: string };
export type Counts = Record<string, number>;
export type Conflict = Report['conflicts'][number];

/** The changes that a comparison has found: worker.restore_plan. */
export interface Plan {
  status: string;
  error: string | null;
  truncated: boolean;
  created: Counts;
  updated: Counts;
  deleted: Counts;
  conflicts: Conflict[];
}

/** The options of a restore that its report depends on. */
interface Asked {
  on_conflict: string;
  left_out?: Left[];
  past?: OfPast;
}

/** Records that are no conflicts of their own where what they belong to is one. */
const loosely: Record<string, string> = {
  associations: 'one of their objects is not there',
  comments: 'the object, the file or the comment that they belong to is not there',
  form_submissions: 'their form is not there',
  conversations: 'their user is not there',
  private_views: 'their user or their object type is not there',
};

/** The report of what was applied. */
export function reportOf(
  applied: Report,
  plan: Plan,
  { on_conflict, left_out = [], past }: Asked,
): Report {
  const kept = [...(past?.conflicts ?? []), ...(on_conflict === 'keep' ? plan.conflicts : [])];
  const isLoose = ({ kind, reason }: Conflict) => loosely[kind] && reason === 'missing_parent';
  const loose = applied.conflicts.filter(isLoose);
  const looseLeft = Object.entries(loosely).flatMap(([what, why]) => {
    const count = loose.filter(({ kind }) => kind === what).length;
    return count > 0 ? [{ what, count, why }] : [];
  });
  return {
    ...applied,
    unchanged: past?.unchanged ?? applied.unchanged,
    conflicts: [...kept, ...applied.conflicts.filter((one) => !isLoose(one))].slice(0, 1000),
    conflict_count:
      (past?.conflicts.length ?? 0) +
      (on_conflict === 'keep' ? sum(plan.updated) : 0) +
      applied.conflict_count -
      loose.length,
    left_out: [...left_out, ...applied.left_out, ...looseLeft],
  };
}

export const sum = (counts: Counts): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);

/** The changes, as a confirmation lists them. */
export function dependenciesOf(report: Record<'created' | 'updated' | 'deleted', Counts>) {
  return (['created', 'updated', 'deleted'] as const).flatMap((did) =>
    Object.entries(report[did]).map(([type, count]) => ({
      ...{ type, count, action: did },
      label: `${counted(count, type)} ${did}`,
    })),
  );
}
