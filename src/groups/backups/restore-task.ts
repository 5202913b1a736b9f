import { childMeans, readInChild } from '../../snapshot/process.ts';
import { ofNoTenant, shelfOf } from '../../snapshot/shelf.ts';
import type { Task, TaskDeps } from '../../tools/lanes/tasks.ts';
import { takePassphrase } from './handover.ts';
import { type Loaded, type Loading, loadingTask } from './loading.ts';
import { type RestoreGiven, restoreTarget } from './restore-given.ts';
import { type Going, noteOf, urlOf } from './work.ts';

interface Restore extends Loaded {
  backup_id: string;
  backup_tenant_id: string | null;
  options: {
    name: string;
    slug?: string;
    keep_tenant_id?: boolean;
    files?: boolean;
    journal?: boolean;
    outbound?: 'on' | 'off';
  };
}

/** Restores a backup as a new tenant. */
export const restoreTask = (deps: TaskDeps): Task =>
  loadingTask<Restore>(
    deps,
    (run) => noteOf(run, 'restore_next'),
    load,
    ({ options, backup_tenant_id }) => (options.keep_tenant_id ? backup_tenant_id : null),
  );

async function load(
  { deps: { config }, run, note, record, tenant }: Loading<Restore>,
  { signal, onProgress }: Going,
): Promise<void> {
  const { options, backup_id, backup_tenant_id, lock } = record;
  const passphrase = lock === 'passphrase' ? await takePassphrase(note, signal) : undefined;
  if (lock === 'passphrase' && passphrase === undefined) return;
  const { name, slug, files = true, journal = true, outbound = 'off' } = options;
  const given: RestoreGiven = {
    ...{ reason: run.subject, tenant, files, journal },
    opened: { as: { name, slug, outbound }, record: { restore: run.subject } },
  };
  const from = await shelfOf(config).open({
    tenant: backup_tenant_id ?? ofNoTenant,
    id: backup_id,
  });
  await readInChild(
    childMeans(config, urlOf(run)),
    {
      from,
      unlock: passphrase === undefined ? undefined : { passphrase },
      isKnown: true,
      target: restoreTarget(given),
    },
    { signal, onProgress },
  ).finally(() => from.destroy());
}
