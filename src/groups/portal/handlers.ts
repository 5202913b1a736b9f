import { type AnyAnswer, remakeData } from '../../operations/answer.ts';
import type { HandlerCall } from '../../operations/handler.ts';
import type { Context } from '../../operations/operation.ts';
import { functionOf } from '../../operations/route.ts';
import { portalLink } from '../../tools/messages/portal-link.ts';

interface SignedIn {
  session_id: string;
  expires_in: number;
  contact: { object_id: string; email: string | null };
  capabilities: string[];
}

/** POST /v1/portal/auth/verify: the database begins a session, then its access token is signed. */
export async function verifyPortal({
  route,
  args,
  run,
  caller,
  services,
}: HandlerCall<{ token: string }>): Promise<AnyAnswer> {
  return remakeData<SignedIn>(
    await run(functionOf(route), args),
    async ({ session_id, expires_in, contact, capabilities }) => {
      const access_token = await services.accessTokens.sign({
        tenant: caller.tenant,
        user: contact.object_id,
        session: session_id,
        lifetime: expires_in,
        claims: { role: 'portal', roles: ['portal'], email: contact.email, capabilities },
      });
      return { access_token, expires_in, contact };
    },
  );
}

/** POST /v1/portal/access: the link is where the portal is, with the token in its query. */
export const showAccess = (
  _: Context,
  { target, token }: { target: string; token: string },
): object => ({ url: portalLink(target, token), token });
