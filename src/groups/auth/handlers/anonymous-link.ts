import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { hashedPassword } from '../../../tools/sign-in/password-rules.ts';
import { accountOfIdToken, type BroughtToken } from '../../oauth/index.ts';
import { wrongCredentials } from './signin.ts';

interface LinkRequest extends Partial<BroughtToken> {
  password?: string;
  on_conflict?: string;
}

/** The answer of api.auth_anonymous_link_begin: the account that the caller wants to continue as, if there is one. */
interface Begun {
  existing: { user_id: string; password_hash?: string | null } | null;
}

/**
 * POST /v1/auth/anonymous/link: a password is compared with that of the account which is there, or becomes that of the
 * anonymous user, between two calls; an id_token is verified before one.
 */
export async function anonymousLink(
  call: HandlerCall<LinkRequest>,
): Promise<AnyAnswer | undefined> {
  const { password, ...args } = call.args;
  if (args.provider !== undefined) {
    const account = await accountOfIdToken(call, args as BroughtToken);
    const { provider, on_conflict } = args;
    return call.run('auth_anonymous_link', { provider, on_conflict, account });
  }
  const has_password = password !== undefined;
  const { existing } = await call.ask<Begun>('auth_anonymous_link_begin', {
    ...args,
    has_password,
  });
  if (!has_password) return call.run('auth_anonymous_link', args);
  const proven = existing
    ? { made: await provenBy(call, existing, password) }
    : await hashedPassword(call, password);
  return call.run('auth_anonymous_link', { ...args, ...proven });
}

async function provenBy(
  { caller, services }: Pick<HandlerCall, 'caller' | 'services'>,
  { user_id, password_hash = null }: NonNullable<Begun['existing']>,
  password: string,
) {
  if (!(await services.passwords.verify(password_hash, password, caller.tenant)))
    throw wrongCredentials();
  return { user_id, compared_hash: password_hash };
}
