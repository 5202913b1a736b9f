import type { Context } from '../../../operations/operation.ts';
import { missingProof, type ToProve } from '../proof.ts';
import { withOwnHost } from './own-host.ts';

interface Found {
  hostname: string | null;
  verification: { type: 'TXT' | 'HTTP' | 'NONE'; value: string | null };
}

/** POST /admin/routes/:id/verify: the proof is looked for before the database is asked. */
export async function prepareVerification(
  context: Context,
  args: { route_id: string },
): Promise<object> {
  const { services, ask } = context;
  const found = await ask<Found>('route_get', withOwnHost(context, args));
  const { hostname } = found;
  const { type, value } = found.verification;
  // The database says what is wrong with one that needs none.
  if (type === 'NONE' || hostname === null || value === null) return { ...args, made: {} };
  const error = await missingProof(services, { hostname, type, value } satisfies ToProve);
  return { ...args, made: { value, error } };
}
