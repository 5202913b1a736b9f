import { type AnyAnswer, dataOf, remakeData } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { ofNoTenant } from '../../../snapshot/shelf.ts';

interface Gone {
  id: string;
  deleted: true;
  tenant_id: string | null;
}

/** DELETE /admin/backups/:backup_id: its bytes go after its record; what is left of them by a crash, the sweep removes. */
export async function deleteBackup(call: HandlerCall<{ backup_id: string }>): Promise<AnyAnswer> {
  const { args, run, change, services } = call;
  const answer = await run('backup_delete', args);
  const { tenant_id, ...shown } = dataOf<Gone>(answer);
  if (!change?.dry_run) {
    const place = { tenant: tenant_id ?? ofNoTenant, id: shown.id };
    await services.shelf
      .remove(place)
      .catch((err) => services.log.warn({ err }, 'bytes of a backup stay until they are swept'));
  }
  return remakeData<Gone>(answer, () => shown);
}
