import { accountOfIdToken, type BroughtToken } from '../../auth/oauth/id-token.ts';
import { openAnswer } from '../../http/envelope.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { ownUrl } from './start.ts';

/**
 * POST /v1/auth/identities/link: with an id_token at once, else by an address that a browser follows. It begins there
 * with a ticket of the signed-in user, who has no token with him on the way.
 */
export async function identityLink(call: HandlerCall): Promise<string> {
  const { redirect_to, ...brought } = call.args as { provider: string; redirect_to?: string };
  const { provider } = brought;
  if ('id_token' in brought) {
    const account = await accountOfIdToken(call, brought as BroughtToken);
    return call.run('identity_link', { provider, account }, call.change);
  }
  const begun = await call.run('identity_link_begin', { provider, redirect_to });
  const ticket: { redirect_to: string; link: string } = JSON.parse(openAnswer(begun).data);
  return JSON.stringify({ url: ownUrl(call, { provider, ...ticket }) });
}
