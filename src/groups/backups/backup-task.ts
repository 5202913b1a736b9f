import type { Manifest } from '../../snapshot/format.ts';
import { childMeans, writeInChild } from '../../snapshot/process.ts';
import type { Lock } from '../../snapshot/seal.ts';
import type { Shelf } from '../../snapshot/shelf.ts';
import { shelfOf } from '../../snapshot/shelf.ts';
import { sweepShelf } from '../../snapshot/shelf-sweep.ts';
import type { SourceOptions } from '../../snapshot/source.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { makeFull } from './base-task.ts';
import { takePassphrase } from './handover.ts';
import { dropSource, sourceOf, type Way, wayOf } from './past-way.ts';
import { factsOf, rowsOf } from './snapshot-facts.ts';
import {
  type Going,
  isFinal,
  messageOf,
  type Note,
  noteOf,
  refusalOf,
  urlOf,
  type Work,
  whileGoing,
} from './work.ts';

interface Backup extends Work {
  tenant_id: string;
  type: 'tenant' | 'schema' | 'full';
  options: {
    files?: boolean;
    journal_from?: string;
    secrets?: boolean;
    recipient?: string;
    as_of?: string;
    source?: Way;
  };
}

/**
 * Makes the bytes of a backup. Safe to kill: until its record is completed, its bytes have another name, which the next attempt
 * overwrites and the sweep removes.
 */
export function backupTask(deps: TaskDeps): Task {
  const shelf = shelfOf(deps.config);
  return async (run) => {
    const note = noteOf<Backup>(run, 'backup_next');
    const backup = await note({ status: 'running' });
    if (!backup) {
      await sweepShelf(shelf, run.query);
      await dropSource(deps);
      return;
    }
    try {
      await whileGoing(run, note, async (going) => {
        if (backup.type === 'full') await note(await makeFull(deps.config, going));
        else await make({ deps, shelf, run, note, backup }, going);
      });
    } catch (error) {
      if (run.signal.aborted || !isFinal(error, backup)) throw error;
      await note({ status: 'failed', error: messageOf(error), options: refusalOf(error) });
    }
  };
}

interface Making {
  deps: TaskDeps;
  shelf: Shelf;
  run: TaskRun;
  note: Note<Backup>;
  backup: Backup;
}

async function make(
  { deps, shelf, run, note, backup }: Making,
  { signal, onProgress }: Going,
): Promise<void> {
  const passphrase = backup.lock === 'passphrase' ? await takePassphrase(note, signal) : undefined;
  if (backup.lock === 'passphrase' && passphrase === undefined) return;
  const place = { tenant: backup.tenant_id, id: run.subject };
  const way = await wayOfBackup(deps, backup, signal);
  if (!(await note({ options: { way } }))) return;
  const part = await shelf.begin(place);
  try {
    let manifest: Manifest | undefined;
    const source =
      way === 'wal' ? sourceOf(deps.config, backup.options.as_of as string) : undefined;
    const options = optionsOf(backup, way);
    const job = { tenant: backup.tenant_id, options, to: part.sink, source };
    const written = await writeInChild(
      childMeans(deps.config, urlOf(run)),
      { ...job, lock: lockOf(backup, passphrase) },
      {
        signal,
        onProgress,
        onManifest: (begun) => {
          manifest = begun;
        },
      },
    );
    await part.keep(place);
    const facts = factsOf(manifest as unknown as Manifest, written);
    const done = { done: rowsOf(facts.row_counts), total: rowsOf(facts.row_counts), unit: 'rows' };
    const completed = await note({ status: 'completed', error: null, ...done, ...facts });
    // Cancelled at the last moment.
    if (!completed) await shelf.remove(place);
  } catch (error) {
    await part.drop();
    // A sink that fails ends the child, which knows no reason.
    throw part.fault() ?? error;
  } finally {
    if (way === 'wal') await dropSource(deps);
  }
}

/** How an earlier moment is had; null: it is the present one. */
const wayOfBackup = async (
  { config }: TaskDeps,
  { type, options: { as_of, source, files } }: Backup,
  signal: AbortSignal,
): Promise<Way | null> =>
  as_of === undefined
    ? null
    : wayOf(config, { as_of, source, fitsVersions: type === 'tenant' && files === false }, signal);

const optionsOf = ({ type, options }: Backup, way: Way | null): SourceOptions => ({
  data: type === 'schema' ? 'none' : 'all',
  files: type !== 'schema' && (options.files ?? true),
  journal_from: type === 'schema' || way === 'versions' ? 'none' : (options.journal_from ?? 'all'),
  secrets: options.secrets ? 'included' : 'left_out',
  ...(way === 'versions' ? { past: { moment: options.as_of as string } } : {}),
});

function lockOf({ options }: Backup, passphrase: string | undefined): Lock | undefined {
  if (options.recipient !== undefined) return { recipients: [options.recipient] };
  return passphrase === undefined ? undefined : { passphrase };
}
