import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';

/** POST /v1/auth/refresh: what is not one of our tokens never reaches the database. */
export async function refresh(call: HandlerCall<{ refresh_token: string }>): Promise<AnyAnswer> {
  const token = call.services.refreshTokens.parse(call.args.refresh_token);
  if (!token || token.tenant !== call.caller.tenant)
    throw new ApiError('REFRESH_TOKEN_INVALID', 'This is not a valid refresh token.');
  const { session, counter } = token;
  return call.run('auth_refresh', { session_id: session, counter }, call.change);
}
