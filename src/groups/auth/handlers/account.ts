import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { checkCaptcha } from '../../../tools/sign-in/captcha.ts';

/** POST /v1/auth/anonymous */
export async function anonymous(
  call: HandlerCall<{ turnstile_token?: string }>,
): Promise<AnyAnswer> {
  return call.run('auth_anonymous', await checkCaptcha(call));
}

/** DELETE /v1/auth/user: a password is compared between two calls, the try counted in the first. */
export async function deleteAccount(call: HandlerCall<{ password?: string }>): Promise<AnyAnswer> {
  const { password, ...args } = call.args;
  if (password === undefined) return call.run('auth_user_delete', args);
  const { password_hash } = await call.ask<{ password_hash: string }>('auth_password_begin', {});
  if (!(await call.services.passwords.verify(password_hash, password, call.caller.tenant)))
    throw new ApiError('INVALID_CREDENTIALS', 'The password is wrong.', {
      param: 'password',
    });
  return call.run('auth_user_delete', { ...args, made: { current_hash: password_hash } });
}

/**
 * GET /v1/auth/me/export: the one export of the hour is taken in a first call, which writes; what is read in the
 * second cannot write.
 */
export async function exportAccount(call: HandlerCall): Promise<AnyAnswer> {
  await call.ask('auth_export_begin', {});
  return call.run('auth_export', {});
}
