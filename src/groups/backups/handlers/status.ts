import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';

/** GET /admin/backups/status: what the destination says. It answers without a database as well. */
export async function backupsStatus({ services }: HandlerCall<object>): Promise<AnyAnswer> {
  return JSON.stringify(await services.backupLook.status());
}
