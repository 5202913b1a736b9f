import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { requirePhone } from '../../../tools/messages/phone.ts';
import { checkCaptcha } from '../../../tools/sign-in/captcha.ts';
import { hashNewPassword } from '../../../tools/sign-in/password-rules.ts';

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
