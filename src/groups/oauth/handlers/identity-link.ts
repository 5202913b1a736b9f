import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { accountOfIdToken, type BroughtToken } from './account-of-id-token.ts';
import { ownUrl } from './start.ts';

interface LinkRequest extends Partial<BroughtToken> {
  provider: string;
  redirect_to?: string;
}

/**
 * POST /v1/auth/identities/link: with an id_token at once, else by an address that a browser follows. It begins there
 * with a ticket of the signed-in user, since the browser carries no token on the way.
 */
export async function identityLink(call: HandlerCall<LinkRequest>): Promise<AnyAnswer> {
  const { provider, redirect_to, ...token } = call.args;
  if (token.id_token !== undefined) {
    const account = await accountOfIdToken(call, { ...token, provider, id_token: token.id_token });
    return call.run('identity_link', { provider, account });
  }
  const asked = { provider, ...(redirect_to === undefined ? {} : { redirect_to }) };
  return call.run('identity_link', { ...asked, url: ownUrl(call, asked) });
}
