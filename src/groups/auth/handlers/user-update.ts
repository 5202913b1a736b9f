import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { requirePhone } from '../../../tools/messages/phone.ts';
import { hashNewPassword } from '../../../tools/sign-in/password-rules.ts';

interface Update {
  password?: string;
  phone?: string | null;
}

/** PATCH /v1/auth/user: a new password is hashed before the call that changes the user. */
export async function userUpdate(call: HandlerCall<Update>): Promise<AnyAnswer> {
  requirePhone(call.args.phone, call.services.config);
  const { password, ...args } = call.args;
  if (password === undefined) return call.run('auth_user_update', args);
  const password_hash = await hashNewPassword(call, password);
  return call.run('auth_user_update', { ...args, made: { password_hash } });
}
