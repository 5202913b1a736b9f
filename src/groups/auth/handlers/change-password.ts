import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { hashNewPassword } from '../../../tools/sign-in/password-rules.ts';

interface Passwords {
  current_password: string;
  new_password: string;
}

/** POST /v1/auth/change-password: the attempt is counted, then the current password compared, then the new one set. */
export async function changePassword(call: HandlerCall<Passwords>): Promise<AnyAnswer> {
  const { current_password, new_password } = call.args;
  const begun = await call.ask<{ password_hash: string }>('auth_password_begin', {});
  const current_hash = begun.password_hash;
  if (!(await call.services.passwords.verify(current_hash, current_password, call.caller.tenant)))
    throw new ApiError('INVALID_CREDENTIALS', 'The current password is wrong.');
  const password_hash = await hashNewPassword(call, new_password);
  return call.run('auth_change_password', { made: { current_hash, password_hash } });
}
