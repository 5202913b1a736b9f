import type { HandlerCall } from '../../../operations/handler.ts';

/** POST /admin/keys/rotate: the key pair is made here, so that no private key reaches SQL unencrypted. */
export async function rotateSigningKey({ services, run }: HandlerCall): Promise<string> {
  const { kid: replaces } = await services.signingKeys.current();
  const { kid, createdAt } = await services.signingKeys.rotate(replaces);
  const rotated = { kid, created_at: createdAt.toISOString() };
  await run('signing_key_note', { ...rotated, replaces });
  return JSON.stringify(rotated);
}
