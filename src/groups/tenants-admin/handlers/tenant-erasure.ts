import { sign } from 'node:crypto';
import { dataOf } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';

/**
 * GET /admin/tenants/:tenant_id/erasure. The statement is signed when it is read, by the key that signs now: one that is published,
 * so that the reader can check it.
 */
export async function tenantErasure({ services, run, args }: HandlerCall): Promise<string> {
  const { tenant_id } = args;
  const erasure = dataOf<{ statement: string | null }>(
    await run('tenant_erasure_get', { tenant_id }),
  );
  const { statement } = erasure;
  if (statement === null) return JSON.stringify({ ...erasure, signature: null, key: null });
  const { privateKey, publicJwk } = await services.signingKeys.current();
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64url');
  return JSON.stringify({ ...erasure, signature, key: publicJwk });
}
