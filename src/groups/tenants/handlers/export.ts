import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { lockOf, passphraseOf } from '../../../snapshot/passphrase.ts';
import { sendSnapshot } from '../../tenants-admin/index.ts';

interface ExportQuery {
  files: boolean;
  journal_from: string;
  recipient?: string;
}

export const nonceHeader = 'X-Reauthentication-Nonce';

/** Tenants that this process sends an export: it lies on the disk until its reader has all of it. */
const underWay = new Set<string>();

/** GET /v1/tenants/current/export: the one export of the hour is taken first, and noted. */
export async function exportOwnTenant(call: HandlerCall<ExportQuery>): Promise<undefined> {
  const { files, journal_from, recipient } = call.args;
  const { tenant } = call.caller;
  const lock = lockOf({ passphrase: passphraseOf(call.req), recipient, secrets: false });
  const { [nonceHeader.toLowerCase()]: nonce } = call.req.headers;
  if (underWay.has(tenant))
    throw new ApiError(
      'CONCURRENCY_LIMITED',
      'An export of this tenant is still being downloaded. Wait for its end, or break it off.',
      { retry_after: 60 },
    );
  underWay.add(tenant);
  try {
    if (call.req.method !== 'HEAD')
      await call.ask('tenant_current_export_begin', {
        ...{ files, journal_from },
        ...(nonce === undefined ? {} : { nonce: String(nonce) }),
      });
    await sendSnapshot(call, {
      ...{ tenant, data: 'all', files, journal_from, secrets: 'left_out', lock },
    });
  } finally {
    underWay.delete(tenant);
  }
}
