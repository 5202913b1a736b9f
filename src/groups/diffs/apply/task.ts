import { ask, askAgain } from '../../../db/ask.ts';
import type { TaskDeps, TaskRun } from '../../../tools/lanes/tasks.ts';
import { mostPutTogether } from '../records.ts';
import type { Report } from '../shapes.ts';
import type { Applying, Outcome, Source, Taken } from './applying.ts';
import { Configuration } from './configuration.ts';
import { applyRows } from './rows.ts';
import { Tally } from './tally.ts';

/** The changes that are applied, and how. */
export interface Application {
  /** The restore that it is done for. */
  id: string;
  on_conflict: Applying['onConflict'];
  fire_events: boolean;
  dry_run: boolean;
  /** The numbers of changes. Default: all, or those that create. */
  chosen?: number[] | null;
  creates?: boolean;
}

/** The end of an application, as the record of its restore has it. */
export interface Applied {
  status: 'completed' | 'failed';
  error: string | null;
  report: Report;
}

/** Notes how many changes of how many are done. @returns whether it goes on */
export type Told = (done: number, total: number) => Promise<boolean>;

interface Begun {
  ignored: string[];
  chosen: number[] | null;
  total: number;
}

interface Pass extends Applying {
  chosen: number[] | null;
  told: (done: number) => Promise<boolean>;
}

/** Changes that another record was in the way of, or that one was missing for. */
interface Waiting {
  changes: number[];
  /** Whether something went. */
  isFreed: boolean;
}

class Over extends Error {}

const pageSize = 500;
/** Reasons of conflicts that may be gone when all that goes has gone. */
const inTheWay = new Set(['unique', 'missing_parent']);
const bytesTogether = 4 * 1024 * 1024;

/**
 * Changes a tenant as a comparison says, which the run is about. Finds done all that an earlier attempt has done.
 * @param from where the records are that it brings
 * @returns undefined when it was cancelled, or begun by another worker
 */
export async function applyChanges(
  deps: TaskDeps,
  run: TaskRun,
  application: Application,
  told: Told,
  from: Source = {},
): Promise<Applied | undefined> {
  const { id, creates = false } = application;
  const begun = await askAgain<Begun | null>(
    run.query,
    'select worker.diff_apply_begin($1, $2, $3, $4) as answer',
    [run.tenant_id, run.subject, id, creates],
  );
  if (!begun) {
    const error = 'The comparison has expired. Compare the tenants again.';
    return { status: 'failed', error, report: new Tally().report() };
  }
  try {
    return await apply({ deps, run, from }, application, begun, (done) => told(done, begun.total));
  } catch (error) {
    if (error instanceof Over) return undefined;
    throw error;
  }
}

async function apply(
  { deps, run, from }: Pick<Applying, 'deps' | 'run' | 'from'>,
  { id, on_conflict, fire_events, dry_run, chosen }: Application,
  begun: Begun,
  told: Pass['told'],
): Promise<Applied> {
  const applying: Pass = {
    deps,
    run,
    onConflict: on_conflict,
    ignored: new Set(begun.ignored),
    meta: { restore_id: id, ...(fire_events ? {} : { quiet: true }) },
    isDry: dry_run,
    chosen: chosen ?? begun.chosen,
    told,
    from,
  };
  if (dry_run) return { status: 'completed', error: null, report: (await pass(applying)).report() };
  if (on_conflict === 'fail') {
    const tally = await pass({ ...applying, isDry: true, told: () => told(0) });
    if (tally.conflictCount > 0) {
      const error = `${tally.conflictCount} records have changed since they were compared, or cannot be changed: nothing was changed. See report.conflicts.`;
      return { status: 'failed', error, report: tally.report() };
    }
  }
  const waiting: Waiting = { changes: [], isFreed: false };
  await pass(applying, waiting);
  // The addresses, names and numbers of all that goes are free by now.
  if (waiting.isFreed && waiting.changes.length > 0)
    await pass({ ...applying, chosen: waiting.changes, told: () => told(begun.total) });
  const report = await ask<Report>(run.query, 'select worker.diff_report($1, $2, $3) as answer', [
    run.tenant_id,
    run.subject,
    id,
  ]);
  return { status: 'completed', error: null, report };
}

/** Goes through the changes in their order. */
async function pass(applying: Pass, waiting?: Waiting): Promise<Tally> {
  const { run, isDry, chosen, told } = applying;
  const tally = new Tally();
  const configuration = await Configuration.of(applying);
  const count = (changes: Taken[], outcomes: Outcome[]) => {
    tally.add(changes, outcomes);
    for (const one of outcomes)
      if ('did' in one) {
        if (waiting && one.did === 'delete') waiting.isFreed = true;
      } else if (inTheWay.has(one.reason)) waiting?.changes.push(one.n);
  };
  const settle = async (changes: Taken[], outcomes: Outcome[]) => {
    count(changes, outcomes);
    await note(outcomes);
  };
  const note = async (outcomes: Outcome[]) => {
    if (isDry || outcomes.length === 0) return;
    await ask(run.query, 'select worker.diff_done($1, $2, $3) as answer', [
      run.tenant_id,
      run.subject,
      JSON.stringify(outcomes.map((one) => ({ ...one, by: applying.meta.restore_id }))),
    ]);
  };
  let done = 0;
  for (let after = 0; ; ) {
    run.signal.throwIfAborted();
    if (!(await told(done))) throw new Over();
    const page = await ask<Taken[] | null>(
      run.query,
      'select worker.diff_changes_take($1, $2, $3, $4, $5) as answer',
      [run.tenant_id, run.subject, after, pageSize, chosen],
    );
    if (!page) break;
    for (const group of alike(page)) {
      const [first] = group as [Taken];
      if (first.section === 'rows') {
        // The types of objects are all there by now.
        await configuration.complete(settle);
        const outcomes = await applyRows(applying, group);
        count(group, outcomes);
        // Those that the database could note in the same transaction, it has noted.
        await note(outcomes.filter((one) => 'message' in one));
      } else await configuration.take(group, settle);
    }
    done += page.length;
    after = page.at(-1)?.n ?? after;
  }
  await configuration.complete(settle);
  return tally;
}

/** Neighbours that are applied together: objects of one type, as far as the database holds them at once; everything else. */
export function alike(page: Taken[]): Taken[][] {
  const groups: Taken[][] = [];
  let bytes = 0;
  for (const one of page) {
    const last = groups.at(-1);
    const other = last?.[0];
    const isAlike =
      other?.section === 'rows' || one.section === 'rows'
        ? other?.kind === one.kind && other.type === one.type
        : true;
    const more = one.section === 'rows' ? (one.bytes ?? 0) : 0;
    const hasRoom =
      (more === 0 || bytes + more <= bytesTogether) &&
      (last?.length ?? 0) < (mostPutTogether[one.kind] ?? pageSize);
    if (last && isAlike && hasRoom) last.push(one);
    else {
      groups.push([one]);
      bytes = 0;
    }
    bytes += more;
  }
  return groups;
}
