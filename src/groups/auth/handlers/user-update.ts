import { hashNewPassword } from '../../../credentials/password-rules.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { requirePhone } from '../../../messages/phone.ts';

/** PATCH /v1/auth/user: a new password is hashed before the call that changes the user. */
export async function userUpdate(call: HandlerCall): Promise<string> {
  requirePhone(call);
  const { password, ...args } = call.args as { password?: string };
  if (password === undefined) return call.run('auth_user_update', args);
  const password_hash = await hashNewPassword(call, password);
  return call.run('auth_user_update', { ...args, made: { password_hash } });
}
