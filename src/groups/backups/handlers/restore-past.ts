import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { baseOf } from './base-of.ts';
import { type IntoArgs, restoreInto } from './restore-into.ts';

const operations = {
  begin: 'tenant_restore',
  trial: 'tenant_restore_trial',
  look: 'tenant_restore_look',
};

/** POST /admin/tenants/:tenant_id/restore: a worker does it. */
export const restorePast = (call: HandlerCall<IntoArgs>): Promise<AnyAnswer | undefined> =>
  restoreInto(call, operations, {
    ...call.args,
    ...baseOf(call.services),
    dry_run: call.args.dry_run === true || call.change?.dry_run === true,
  });
