import { childMeans, readInChild } from '../../snapshot/process.ts';
import type { Read } from '../../snapshot/read.ts';
import type { Unlock } from '../../snapshot/seal.ts';
import { ofNoTenant, shelfOf } from '../../snapshot/shelf.ts';
import type { StagingReport } from '../../snapshot/staging.ts';
import type { TaskDeps, TaskRun } from '../../tools/lanes/tasks.ts';
import { takePassphrase } from './handover.ts';
import { restoreTarget } from './restore-given.ts';
import { type Going, type Note, urlOf, type Work } from './work.ts';

/** A snapshot that was read, and its staging. */
export type Loaded = Read & {
  result: StagingReport;
  /** For another reading of the same work. */
  unlock: Unlock | undefined;
};

interface Loading<W extends Work> {
  deps: TaskDeps;
  run: TaskRun;
  note: Note<W>;
  backup: Work & { backup_id: string; backup_tenant_id: string | null };
  /** The tenant that it is compared with. */
  into: string;
}

/** Loads the rows of a backup into a staging, to be compared and dropped. @returns undefined when the work is over */
export async function loadStaging<W extends Work>(
  { deps: { config }, run, note, backup, into }: Loading<W>,
  staging: string,
  { signal, onProgress }: Going,
): Promise<Loaded | undefined> {
  const { lock, backup_id, backup_tenant_id } = backup;
  const passphrase = lock === 'passphrase' ? await takePassphrase(note, signal) : undefined;
  if (lock === 'passphrase' && passphrase === undefined) return undefined;
  const unlock = passphrase === undefined ? undefined : { passphrase };
  const place = { tenant: backup_tenant_id ?? ofNoTenant, id: backup_id };
  const from = await shelfOf(config).open(place);
  const given = {
    reason: run.subject,
    tenant: staging,
    files: false,
    journal: false,
    isCompared: true,
    into,
  };
  const read = await readInChild(
    childMeans(config, urlOf(run)),
    {
      from,
      unlock,
      isKnown: true,
      target: restoreTarget(given),
    },
    { signal, onProgress },
  ).finally(() => from.destroy());
  return { ...(read as unknown as Loaded), unlock };
}
