import { askAgain } from '../../../db/ask.ts';
import { isRecordKind } from '../records.ts';
import type { Applying, Outcome, Taken } from './applying.ts';
import { conflictOf } from './conflict.ts';
import { recordsOf } from './records.ts';

const functions: Record<string, string> = {
  objects: 'worker.diff_apply_objects',
  associations: 'worker.diff_apply_associations',
};

/** Applies changes to objects of one type, to associations, or to other records of one kind. When the engine refuses them together, it is asked about fewer, until it names those that it refuses. */
export async function applyRows(applying: Applying, changes: Taken[]): Promise<Outcome[]> {
  const { run } = applying;
  run.signal.throwIfAborted();
  const [first] = changes as [Taken];
  try {
    return await (isRecordKind(first.kind) ? records : objects)(applying, changes);
  } catch (error) {
    const conflict = conflictOf(error);
    if (changes.length === 1) return [{ n: first.n, ...conflict }];
    const half = Math.ceil(changes.length / 2);
    return [
      ...(await applyRows(applying, changes.slice(0, half))),
      ...(await applyRows(applying, changes.slice(half))),
    ];
  }
}

const objects = (
  { run, onConflict, meta, isDry }: Applying,
  changes: Taken[],
): Promise<Outcome[]> =>
  askAgain<Outcome[]>(
    run.query,
    `select ${functions[changes[0]?.kind ?? '']}($1, $2, $3, $4, $5, $6) as answer`,
    [
      run.tenant_id,
      run.subject,
      changes.map(({ n }) => n),
      onConflict,
      JSON.stringify(meta),
      isDry,
    ],
  );

async function records(applying: Applying, changes: Taken[]): Promise<Outcome[]> {
  const { run, onConflict, meta, from } = applying;
  return askAgain<Outcome[]>(
    run.query,
    'select worker.diff_apply_records($1, $2, $3, $4, $5, $6, $7) as answer',
    [
      run.tenant_id,
      run.subject,
      changes.map(({ n }) => n),
      onConflict,
      JSON.stringify(meta),
      await recordsOf(applying, changes),
      JSON.stringify(from.bytes ?? {}),
    ],
  );
}
