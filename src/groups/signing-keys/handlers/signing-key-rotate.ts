import type { HandlerCall } from '../../../operations/handler.ts';

/** POST /admin/keys/rotate: the key pair is made here, so that no private key reaches SQL unencrypted. */
export async function rotateSigningKey({ services }: HandlerCall): Promise<string> {
  const { kid: replaces } = await services.signingKeys.current();
  const { kid, createdAt } = await services.signingKeys.rotate(replaces);
  return JSON.stringify({ kid, created_at: createdAt.toISOString() });
}
