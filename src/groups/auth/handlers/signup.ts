import { checkCaptcha } from '../../../credentials/captcha.ts';
import { hashNewPassword } from '../../../credentials/password-rules.ts';
import type { AnyAnswer } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { requirePhone } from '../../../messages/phone.ts';

interface SignUp {
  password: string;
  phone?: string;
  turnstile_token?: string;
}

/** POST /v1/auth/signup: the password is hashed between two calls, also for an address that is taken. */
export async function signup(call: HandlerCall<SignUp>): Promise<AnyAnswer> {
  requirePhone(call.args.phone, call.services.config, 'SIGNUP_DISABLED');
  const { password, ...args } = await checkCaptcha(call);
  const password_hash = await hashNewPassword(call, password);
  return call.run('auth_signup', { ...args, made: { password_hash } });
}
