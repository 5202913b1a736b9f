import { ask, askAgain } from '../../db/ask.ts';
import { newId } from '../../db/new-id.ts';
import { SnapshotFailed } from '../../snapshot/errors.ts';
import { dropStaging } from '../../snapshot/staging.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import {
  applying,
  comparing,
  kindsOfResource,
  leftOutOf,
  ofObjects,
  recordKinds,
  recordsOfResource,
} from '../diffs/index.ts';
import { bringBytes } from './bring-bytes.ts';
import { type Loaded, loadStaging } from './load-staging.ts';
import { pastSide } from './past-side.ts';
import { type Way, wayOf } from './past-way.ts';
import { madeFor } from './restore-backup.ts';
import {
  dependenciesOf,
  type Left,
  type OfPast,
  type Plan,
  reportOf,
  sum,
} from './restore-into-report.ts';
import {
  type Going,
  isFinal,
  messageOf,
  type Note,
  noteOf,
  refusalOf,
  type Work,
  whileGoing,
} from './work.ts';

interface Only {
  types?: string[];
  objects?: string[];
  resources?: string[];
}

interface Restore extends Work {
  mode: 'in_place' | 'merge';
  /** Null where it is of an earlier moment. */
  backup_id: string | null;
  backup_tenant_id: string | null;
  size_bytes: number | null;
  target_tenant_id: string;
  options: {
    only: Only;
    on_conflict: 'fail' | 'keep' | 'overwrite';
    fire_events: boolean;
    files: boolean;
    dry_run: boolean;
    diff_id?: string;
    staging?: string | null;
    step?: 'planned' | 'confirmed';
    left_out?: Left[];
    as_of?: string | null;
    source?: Way;
    past?: OfPast;
  };
}

interface Restoring {
  deps: TaskDeps;
  run: TaskRun;
  note: Note<Restore>;
  restore: Restore;
  /** For another reading of the backup. */
  unlock?: Loaded['unlock'];
}

/** With more changes than this the tenant takes no writes meanwhile. */
const mostUnheld = 5_000;

/** It cannot be done, however often it is tried. */
class Refused extends SnapshotFailed {}

/**
 * Restores a backup into a living tenant: loads it into a staging, compares that with the tenant, and drops it; where that has to be
 * confirmed, it ends there, and goes on when it is. The comparison holds all that is then changed. Safe to kill: a staging that
 * is left is dropped first, an undo point is begun again, and changes that were made are found done.
 */
export function restoreIntoTask(deps: TaskDeps): Task {
  return async (run) => {
    const note = noteOf<Restore>(run, 'restore_into_next');
    const restore = await note({ status: 'running' });
    if (!restore) {
      await endUndo({ run });
      return;
    }
    const restoring = { deps, run, note, restore };
    const isTold = (progress: object) => note({ unit: 'bytes', ...progress });
    try {
      await dropLeft(restoring);
      await whileGoing(run, isTold, (going) => go(restoring, going));
    } catch (error) {
      if (run.signal.aborted || !isFinal(error, restore)) throw error;
      await note({ status: 'failed', error: messageOf(error), options: refusalOf(error) });
    } finally {
      if (!run.signal.aborted) {
        await dropLeft(restoring);
        await endUndo(restoring);
      }
    }
  };
}

async function go(restoring: Restoring, going: Going): Promise<void> {
  if (restoring.restore.options.step !== 'confirmed' && !(await planned(restoring, going))) return;
  await change(restoring, going);
}

/** @returns whether it is to be done now */
async function planned(restoring: Restoring, going: Going): Promise<boolean> {
  const { deps, run, restore } = restoring;
  const { signal } = going;
  const { mode, options, target_tenant_id: target } = restore;
  if (options.step === 'planned') return false;
  const diff = options.diff_id ?? newId('dif');
  options.diff_id = diff;
  const side = await (options.as_of ? pastOf : backupSide)(restoring, going);
  if (!side) return false;
  const fields = {
    ...{ with_tenant: options.staging, with_backup: restore.backup_id },
    ...side.wanted,
  };
  const isBegun = await askAgain<boolean>(
    run.query,
    'select worker.restore_diff($1, $2, $3) as answer',
    [target, diff, JSON.stringify(fields)],
  );
  if (!isBegun) return false;
  const fault = await comparing(deps, { ...run, tenant_id: target, subject: diff, signal });
  // A name with a typing error in only: the request that waits answers with it.
  if (fault?.code === 'VALIDATION_ERROR') throw fault;
  const keeps = mode === 'merge' && options.on_conflict !== 'overwrite';
  const plan = await askAgain<Plan>(run.query, 'select worker.restore_plan($1, $2, $3) as answer', [
    target,
    diff,
    keeps,
  ]);
  if (plan.status !== 'completed')
    throw new Refused(`It could not be compared with the tenant: ${plan.error ?? plan.status}`);
  if (plan.truncated)
    throw new Refused(
      'There are more than 100,000 differences. Restore the backup as a new tenant, or name less in only',
    );
  return settle(restoring, plan, keeps, { left_out: [], ...side.rest(plan) });
}

/** The other side of the comparison: the part that is compared, and the rest of the report. */
interface Side {
  wanted: { sections: string[]; part: object };
  rest(plan: Plan): { left_out?: Left[]; past?: OfPast };
}

async function backupSide(restoring: Restoring, going: Going): Promise<Side | undefined> {
  const { restore } = restoring;
  const loaded = await load(restoring, going);
  return (
    loaded && {
      wanted: wantedOf(restore, loaded),
      rest: () => ({ left_out: leftOf(restore, loaded) }),
    }
  );
}

async function pastOf(restoring: Restoring, going: Going): Promise<Side | undefined> {
  const { deps, run, restore } = restoring;
  const { only, as_of, source } = restore.options;
  const moment = as_of ?? '';
  const asked = { as_of: moment, source, fitsVersions: only.resources === undefined };
  if ((await wayOf(deps.config, asked, going.signal)) === 'wal')
    return (await hasPast(restoring, going.signal)) ? backupSide(restoring, going) : undefined;
  const staging = await newStaging(restoring);
  if (staging === undefined) return undefined;
  const { target_tenant_id: tenant } = restore;
  return pastSide({ deps, run, tenant, staging, as_of: moment, only }, going);
}

/** Makes a backup of the moment, which is restored like any other. @returns false when the restore has ended */
async function hasPast(restoring: Restoring, signal: AbortSignal): Promise<boolean> {
  const { restore } = restoring;
  const backup = await madeFor(restoring, 'restore_past', signal);
  if (!backup) return false;
  if (backup.status !== 'completed')
    throw new Refused(
      `The tenant could not be brought back as it was: ${backup.error ?? backup.status}`,
    );
  restore.backup_id = backup.id;
  restore.backup_tenant_id = restore.target_tenant_id;
  restore.size_bytes = backup.size_bytes;
  return true;
}

/** The id of a staging, which is there until the restore ends or waits. @returns undefined when the restore has ended */
async function newStaging({ note, restore }: Restoring): Promise<string | undefined> {
  const { options, size_bytes: total } = restore;
  const staging = newId('ten');
  // Written down first: what is left of it by a crash is found by its id.
  options.staging = staging;
  const noted = await note({ options: { staging, diff_id: options.diff_id }, total });
  return noted ? staging : undefined;
}

/** Loads the backup into a staging. @returns undefined when the restore has ended */
async function load(restoring: Restoring, going: Going): Promise<Loaded | undefined> {
  const { deps, run, note, restore } = restoring;
  const backup = ofBackup(restore);
  const staging = await newStaging(restoring);
  if (staging === undefined) return undefined;
  const { target_tenant_id: into } = restore;
  const loaded = await loadStaging({ deps, run, note, backup, into }, staging, going);
  restoring.unlock = loaded?.unlock;
  return loaded;
}

/** @throws Refused without a backup */
function ofBackup(restore: Restore) {
  const { backup_id } = restore;
  if (backup_id === null) throw new Refused('The backup is not there any more.');
  return { ...restore, backup_id };
}

async function settle(
  restoring: Restoring,
  plan: Plan,
  keeps: boolean,
  { left_out, past }: { left_out: Left[]; past?: OfPast | undefined },
): Promise<boolean> {
  const { note, restore } = restoring;
  const { options } = restore;
  const { unchanged = {}, conflicts = [] } = past ?? {};
  const conflict_count = (keeps ? sum(plan.updated) : 0) + conflicts.length;
  const report = {
    created: plan.created,
    updated: keeps ? {} : plan.updated,
    deleted: plan.deleted,
    conflicts: [...conflicts, ...plan.conflicts],
    ...{ unchanged, conflict_count, remapped: [], left_out },
    files: { restored: 0, missing: 0 },
  };
  const changes = sum(report.created) + sum(report.updated) + sum(report.deleted);
  if (options.on_conflict === 'fail' && conflict_count > 0 && !options.dry_run) {
    const error = `${conflict_count} records of the tenant differ from those of the backup: nothing was changed. See report.conflicts; on_conflict says what is to become of them.`;
    await dropLeft(restoring);
    await note({ status: 'failed', report, error });
    return false;
  }
  if (options.dry_run || changes === 0) {
    await dropLeft(restoring);
    await note({ status: 'completed', report, error: null });
    return false;
  }
  const step = isConfirmed(options) ? 'planned' : 'confirmed';
  const dependencies = dependenciesOf(report);
  if (step === 'planned') await dropLeft(restoring);
  await note({ report, options: { step, left_out, past, dependencies, planned_at: new Date() } });
  Object.assign(options, { step, left_out, past });
  return step === 'confirmed';
}

/** Changes and removals of records of the tenant have to be confirmed. */
const isConfirmed = ({ on_conflict }: Restore['options']): boolean => on_conflict === 'overwrite';

async function change(restoring: Restoring, going: Going): Promise<void> {
  const { signal, onProgress } = going;
  const { deps, run, note, restore } = restoring;
  const { options, target_tenant_id: target, attempts: attempt } = restore;
  const diff = options.diff_id ?? '';
  if (isConfirmed(options) && !(await hasUndo(restoring, signal))) return;
  const plan = await askAgain<Plan>(run.query, 'select worker.restore_plan($1, $2, $3) as answer', [
    target,
    diff,
    options.on_conflict === 'keep',
  ]);
  // Records are read where they were loaded, and not kept with the changes.
  const brings = recordKinds.some((kind) => plan.created[kind] || plan.updated[kind]);
  if (brings && !options.staging && !(await load(restoring, going))) return;
  const { fire_events } = options;
  const isOver = options.on_conflict === 'overwrite';
  const application = {
    ...{ id: run.subject, fire_events, dry_run: false, creates: !isOver },
    on_conflict: isOver ? ('overwrite' as const) : ('keep' as const),
  };
  const source = options.staging ?? undefined;
  const brought = plan.created.files || plan.updated.files;
  const { bytes = {}, missing = 0 } =
    brought && source
      ? await bringBytes({
          ...{ deps, run, target, diff, source, signal },
          ...{ backup: ofBackup(restore), creates: !isOver, unlock: restoring.unlock },
        })
      : {};
  const applied = await applying(
    deps,
    { ...run, tenant_id: target, subject: diff, signal },
    application,
    async (done, total) => {
      const progress = { done, total, unit: 'changes' as const };
      onProgress(progress);
      const holds = restore.mode === 'in_place' && total > mostUnheld;
      return (await note({ attempt, ...progress, ...(holds ? { holds } : {}) })) !== null;
    },
    { source, bytes },
  );
  if (!applied) return;
  const report = {
    ...reportOf(applied.report, plan, options),
    files: { restored: Object.keys(bytes).length, missing },
  };
  await dropLeft(restoring);
  await note({ attempt, ...applied, report });
}

/** The undo point is there before anything changes. @returns false when the restore has ended */
async function hasUndo(restoring: Restoring, signal: AbortSignal): Promise<boolean> {
  const undo = await madeFor(restoring, 'restore_undo', signal);
  if (!undo) return false;
  if (undo.status === 'completed') return true;
  throw new Refused(
    `The backup that undoes the restore could not be made, so nothing was changed: ${undo.error ?? undo.status}`,
  );
}

const endUndo = ({ run }: Pick<Restoring, 'run'>) =>
  ask(run.query, 'select worker.restore_undo($1, true) as answer', [run.subject]);

async function dropLeft({ deps: { storage }, run, note, restore }: Restoring): Promise<void> {
  const { options } = restore;
  if (!options.staging) return;
  await dropStaging({ pool: run.pool, storage }, options.staging, run.signal);
  options.staging = null;
  await note({ options: { staging: null } });
}

/** The part of the backup that is compared. @throws Refused */
function wantedOf({ mode, options: { only, files } }: Restore, { manifest }: Loaded) {
  const { data, masked } = manifest.options;
  if (masked)
    throw new Refused(
      'The backup is masked: its values stand in for others. Restore it as a new tenant',
    );
  const { types, objects, resources = [] } = only;
  const isPart = Object.keys(only).length > 0;
  const hasObjects = !isPart || types !== undefined || objects !== undefined;
  const isWanted = (kind: string) => files || !kind.startsWith('file');
  const some = isPart
    ? resources.flatMap((one) => recordsOfResource[one] ?? [])
    : data === 'all'
      ? recordKinds
      : [];
  const records = some.filter(isWanted);
  if (
    data !== 'all' &&
    (mode === 'in_place' || records.length > 0 || types !== undefined || objects !== undefined)
  )
    throw new Refused(
      'The backup does not have all objects of its tenant. Use the mode merge, with only.resources',
    );
  const kinds = isPart ? resources.flatMap((one) => kindsOfResource[one] ?? []) : undefined;
  const content = isPart && hasObjects ? ofObjects.filter(isWanted) : [];
  const hasRows = (hasObjects && data === 'all') || records.length > 0;
  return {
    sections: ['schema', 'config', ...(hasRows ? ['rows'] : [])],
    part: {
      ...{ types, objects, kinds, records, content, noObjects: !hasObjects },
      keeps: mode === 'merge',
    },
  };
}

/** Where all of it was asked for, what this release does not bring. */
const leftOf = ({ options: { only } }: Restore, { result }: Loaded): Left[] =>
  Object.keys(only).length > 0 ? [] : leftOutOf(result.rows);
