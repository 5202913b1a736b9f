import { openDestination } from '../../backup/destination.ts';
import { BackupError } from '../../backup/errors.ts';
import { verifyInChild } from '../../backup/once-process.ts';
import { identitiesIn } from '../../backup/packing.ts';
import { verifyBackup } from '../../backup/verify.ts';
import { verifyJobOf } from '../../backup/verify-job.ts';
import { newId } from '../../db/new-id.ts';
import { ApiError } from '../../ground/errors.ts';
import { SnapshotInvalid, SnapshotLocked } from '../../snapshot/errors.ts';
import type { Totals } from '../../snapshot/format.ts';
import { childMeans, readInChild } from '../../snapshot/process.ts';
import type { Read } from '../../snapshot/read.ts';
import { ofNoTenant, shelfOf } from '../../snapshot/shelf.ts';
import { dropStaging, type StagingReport } from '../../snapshot/staging.ts';
import { StorageError } from '../../storage/storage.ts';
import type { Task, TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { takePassphrase } from './handover.ts';
import { type Kinds, otherKind } from './kinds.ts';
import { restoreTarget } from './restore-given.ts';
import { rowsOf } from './snapshot-facts.ts';
import {
  type Going,
  isFinal,
  messageOf,
  type Note,
  noteOf,
  urlOf,
  type Work,
  whileGoing,
} from './work.ts';

interface Expected extends Work {
  type: 'tenant' | 'schema' | 'full';
  /** Of the whole installation: its base backup. */
  base: string | null;
  tenant_id: string | null;
  checksum: string;
  row_counts: Record<string, number>;
  kinds: Kinds;
  files: Totals['files'];
}

/** A snapshot that was read, and its staging. */
type Loaded = Read & { result: StagingReport };

interface Mismatch {
  kind: string;
  expected: string | number | null;
  found: string | number | null;
}

/**
 * Loads a backup into a staging, which is dropped afterwards, and compares what came with its record. It may be killed and begun
 * again: a staging that is left is removed as any other.
 */
export function verifyTask(deps: TaskDeps): Task {
  return async (run) => {
    const note = noteOf<Expected>(run, 'backup_verify_next');
    const backup = await note({ verify_status: 'running' });
    if (!backup) return;
    const began = performance.now();
    const ended = (mismatches: Mismatch[], counted: Counted = nothing) =>
      note({
        verify_status: mismatches.length === 0 ? 'passed' : 'failed',
        verify: {
          ...counted,
          mismatches,
          seconds: Math.round((performance.now() - began) / 100) / 10,
        },
      });
    try {
      await whileGoing(
        run,
        () => note({}),
        async (going) => {
          if (backup.type === 'full')
            return void (await ended(...(await checkBase(deps, backup, going))));
          const read = await check(deps, run, { note, backup }, going);
          if (read) await ended(mismatchesOf(backup, read), countedIn(read.end));
        },
      );
    } catch (error) {
      const fault = run.signal.aborted ? undefined : faultOf(error);
      if (fault) await ended([fault]);
      else if (run.signal.aborted || !isFinal(error, backup)) throw error;
      else await ended([{ kind: 'error', expected: null, found: messageOf(error) }]);
    }
  };
}

interface Counted {
  tables: number;
  rows: number;
  files: number;
}

const nothing: Counted = { tables: 0, rows: 0, files: 0 };

const countedIn = ({ row_counts, files }: Totals): Counted => ({
  tables: Object.keys(row_counts).length,
  rows: rowsOf(row_counts),
  files: files.count,
});

/** Restores a base backup beside the database. The rows are those of journals, which fit their seals; the files are its own. */
async function checkBase(
  { config }: TaskDeps,
  { base, checksum }: Expected,
  { signal }: Going,
): Promise<[Mismatch[], Counted]> {
  const { backup, databaseUrl } = config;
  if (!backup || base === null)
    throw new ApiError('INVALID_STATE', 'BACKUP_TO is not set any more.');
  if (databaseUrl !== undefined) {
    // A database of any name, with roles of its own, is not restored beside it.
    const destination = await openDestination(backup.to);
    const read = await verifyBackup(destination, identitiesIn(backup.identityFile), base);
    return [[], { tables: 0, rows: 0, files: read.files }];
  }
  const found = await verifyInChild(verifyJobOf(config, backup, base), signal);
  const { tables, journal: rows, files } = found;
  const pair = { kind: 'checksum', expected: checksum, found: found.checksum };
  return [pair.expected === pair.found ? [] : [pair], { tables, rows, files }];
}

async function check(
  { config, storage }: TaskDeps,
  run: TaskRun,
  { note, backup }: { note: Note<Expected>; backup: Expected },
  { signal, onProgress }: Going,
): Promise<Loaded | undefined> {
  const passphrase = backup.lock === 'passphrase' ? await takePassphrase(note, signal) : undefined;
  if (backup.lock === 'passphrase' && passphrase === undefined) return undefined;
  const place = { tenant: backup.tenant_id ?? ofNoTenant, id: run.subject };
  const from = await shelfOf(config).open(place);
  const tenant = newId('ten');
  const target = restoreTarget({ reason: run.subject, tenant, files: true, journal: true });
  try {
    const read = await readInChild<StagingReport>(
      childMeans(config, urlOf(run)),
      {
        from,
        unlock: passphrase === undefined ? undefined : { passphrase },
        isKnown: true,
        target,
      },
      { signal, onProgress },
    );
    return read as unknown as Loaded;
  } finally {
    from.destroy();
    await dropStaging({ pool: run.pool, storage }, tenant, run.signal);
  }
}

function mismatchesOf(expected: Expected, { checksum, end, result }: Loaded): Mismatch[] {
  const pairs: Mismatch[] = [
    { kind: 'checksum', expected: expected.checksum, found: checksum },
    { kind: 'files', expected: expected.files.count, found: end.files.count },
    { kind: 'bytes of files', expected: expected.files.bytes, found: end.files.bytes },
  ];
  const missing = result.files.missing;
  pairs.push({ kind: 'files without bytes', expected: 0, found: expected.files.count && missing });
  // By table, because faults of several could make up for each other; named by the kinds that callers know.
  const tables = new Set([...Object.keys(expected.row_counts), ...Object.keys(result.rows)]);
  for (const table of tables) {
    const [count = 0, found = 0] = [expected.row_counts[table], result.rows[table]];
    pairs.push({ kind: expected.kinds[table] ?? otherKind, expected: count, found });
  }
  return pairs.filter((pair) => pair.expected !== pair.found);
}

/** Returns the fault of the bytes that an error names; other errors say nothing about them. */
function faultOf(error: unknown): Mismatch | undefined {
  if (error instanceof StorageError && error.fault === 'not_there')
    return { kind: 'bytes', expected: 'a file', found: null };
  if (isCoded(error, SnapshotInvalid, 'SNAPSHOT_INVALID'))
    return { kind: 'bytes', expected: 'a whole snapshot', found: (error as Error).message };
  if (isCoded(error, SnapshotLocked, 'SNAPSHOT_LOCKED'))
    return { kind: 'passphrase', expected: 'the one it was made with', found: 'another one' };
  if (error instanceof BackupError)
    return { kind: 'bytes', expected: 'a whole base backup', found: error.message };
  return undefined;
}

/** One that comes from a child is an ApiError of that code. */
const isCoded = (error: unknown, type: new (...args: never[]) => Error, code: string): boolean =>
  error instanceof type || (error instanceof ApiError && error.code === code);
