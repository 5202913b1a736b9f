import { accountOfIdToken, type BroughtToken } from '../../auth/oauth/id-token.ts';
import type { HandlerCall } from '../../http/handler.ts';

/**
 * POST /v1/auth/anonymous/link with provider and id_token: takes the account that the token proves for the anonymous
 * user; where another user has it, on_conflict says what then (app.anonymous_account).
 */
export async function linkByIdToken(call: HandlerCall): Promise<string> {
  const account = await accountOfIdToken(call, call.args as unknown as BroughtToken);
  return call.run('auth_anonymous_link', { ...call.args, account });
}
