import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { accountOfIdToken, type BroughtToken } from './account-of-id-token.ts';

/** POST /v1/auth/token?grant_type=id_token: signs in users who have signed in at a provider already, in an app. */
export async function idToken(call: HandlerCall<BroughtToken>): Promise<AnyAnswer> {
  const brought = call.args;
  const account = await accountOfIdToken(call, brought);
  return call.run('oauth_id_token', { provider: brought.provider, account }, call.change);
}
