import { hashNewPassword } from '../../../credentials/password-rules.ts';
import type { AnyAnswer } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { requirePhone } from '../../../messages/phone.ts';

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
