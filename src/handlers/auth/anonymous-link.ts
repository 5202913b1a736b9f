import { hashNewPassword } from '../../auth/password-rules.ts';
import { openAnswer } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { linkByIdToken } from './anonymous-link-provider.ts';
import { wrongCredentials } from './signin.ts';

interface LinkRequest {
  password?: string;
  provider?: string;
}

/** What api.auth_anonymous_link_begin answers: the account that the caller wants to go on as, if there is one. */
interface Begun {
  existing: { user_id: string; password_hash?: string | null } | null;
}

/**
 * POST /v1/auth/anonymous/link: a password is compared with that of the account which is there, or becomes that of the
 * anonymous user, between two calls.
 */
export async function anonymousLink(call: HandlerCall): Promise<string | undefined> {
  const { password, ...args } = call.args as LinkRequest;
  if (args.provider !== undefined) return linkByIdToken(call);
  const has_password = password !== undefined;
  const begun = openAnswer(await call.run('auth_anonymous_link_begin', { ...args, has_password }));
  if (!has_password) return call.run('auth_anonymous_link', args);
  const { existing }: Begun = JSON.parse(begun.data);
  const made = existing
    ? await provenBy(call, existing, password)
    : { password_hash: await hashNewPassword(call, password) };
  return call.run('auth_anonymous_link', { ...args, made });
}

async function provenBy(
  { services }: HandlerCall,
  { user_id, password_hash = null }: NonNullable<Begun['existing']>,
  password: string,
) {
  if (!(await services.passwords.verify(password_hash, password))) throw wrongCredentials();
  return { user_id };
}
