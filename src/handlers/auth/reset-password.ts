import { hashedPassword } from '../../auth/password-rules.ts';
import type { HandlerCall } from '../../http/handler.ts';

/** POST /v1/auth/reset-password: the password is hashed whether or not the token is good. */
export async function resetPassword(call: HandlerCall): Promise<string> {
  const { password, ...args } = call.args as { password: string };
  return call.run('auth_reset_password', { ...args, ...(await hashedPassword(call, password)) });
}
