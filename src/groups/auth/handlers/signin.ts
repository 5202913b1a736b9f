import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { checkCaptcha } from '../../../tools/sign-in/captcha.ts';

/** The answer of api.auth_signin_begin. */
interface Begun {
  user_id: string | null;
  password_hash: string | null;
}

interface SignIn {
  password: string;
  turnstile_token?: string;
}

/** POST /v1/auth/signin: the password is compared between two calls, the attempt counted in the first. */
export async function signin(call: HandlerCall<SignIn>): Promise<AnyAnswer> {
  const { password, ...args } = await checkCaptcha(call);
  const { user_id, password_hash } = await call.ask<Begun>('auth_signin_begin', args);
  const { passwords } = call.services;
  if (!(await passwords.verify(password_hash, password, call.caller.tenant)))
    throw wrongCredentials();
  const renewed =
    password_hash && passwords.isOutdated(password_hash)
      ? { made: { password_hash: await passwords.hash(password, call.caller.tenant) } }
      : {};
  const compared_hash = password_hash;
  return call.run('auth_signin', { ...args, ...renewed, user_id, compared_hash }, call.change);
}

/** The same for an unknown account and a wrong password. */
export const wrongCredentials = () =>
  new ApiError('INVALID_CREDENTIALS', 'The email, phone or password is wrong.');
