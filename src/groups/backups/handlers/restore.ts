import { ApiError } from '../../../ground/errors.ts';
import { type AnyAnswer, dataOf } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { passphraseOf } from '../../../snapshot/passphrase.ts';
import { readInChild } from '../../../snapshot/process.ts';
import type { Read } from '../../../snapshot/read.ts';
import { ofNoTenant } from '../../../snapshot/shelf.ts';
import { countsByKind, type Kinds } from '../kinds.ts';
import { handOver, type RestoreArgs, restoreInto, sendReport } from './restore-into.ts';

const operations = { begin: 'backup_restore', trial: 'restore_into', look: 'restore_look' };

/** POST /admin/backups/:backup_id/restore: a worker does it; a dry run reads the backup to its end, and says what it holds. */
export async function restoreBackup(
  call: HandlerCall<RestoreArgs>,
): Promise<AnyAnswer | undefined> {
  const { req, args, run, change } = call;
  const passphrase = passphraseOf(req);
  const { dry_run, ...asked } = args;
  const given = { ...asked, ...(passphrase === undefined ? {} : { lock: 'passphrase' }) };
  const isDry = dry_run === true || change?.dry_run === true;
  if (args.mode !== 'new_tenant')
    return restoreInto(call, operations, { ...given, dry_run: isDry });
  if (isDry) return sendReport(call, await reportOf(call, given, passphrase));
  const answer = await run('backup_restore', given);
  handOver(call, dataOf<{ id: string }>(answer).id);
  return answer;
}

async function reportOf(
  { ask, services, ctx }: HandlerCall<RestoreArgs>,
  given: object & { backup_id: string },
  passphrase: string | undefined,
) {
  const { tenant_id, kinds } = await ask<{ tenant_id: string | null; kinds: Kinds }>(
    'backup_restore_check',
    given,
  );
  const place = { tenant: tenant_id ?? ofNoTenant, id: given.backup_id };
  const from = await services.shelf.open(place);
  const unlock = passphrase === undefined ? undefined : { passphrase };
  const { end } = (await readInChild(
    services.snapshotMeans,
    { from, unlock, isKnown: true },
    { signal: ctx.signal },
  ).catch((error) => {
    from.destroy();
    throw error;
  })) as unknown as Read;
  if (!end) throw new ApiError('INTERNAL_ERROR', 'The backup was not read to its end.');
  return {
    created: countsByKind(end.row_counts, kinds),
    ...{ updated: {}, deleted: {}, unchanged: {}, conflicts: [], conflict_count: 0 },
    ...{ remapped: [], left_out: [] },
    files: { restored: end.files.count, missing: 0 },
  };
}
