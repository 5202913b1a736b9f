import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { hashNewPassword } from '../../../tools/sign-in/password-rules.ts';

/** POST /v1/auth/reset-password: the password is hashed whether or not the token is good. */
export async function resetPassword(call: HandlerCall<{ password: string }>): Promise<AnyAnswer> {
  const { password, ...args } = call.args;
  const password_hash = await hashNewPassword(call, password);
  return call.run('auth_reset_password', { ...args, made: { password_hash } });
}
