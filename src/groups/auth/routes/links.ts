import { z } from 'zod';
import { tenantOfSecret } from '../../../credentials/tenant-of-secret.ts';
import { handled, type Route } from '../../../operations/route.ts';
import {
  AuthSession,
  redirectTo,
  signInErrors,
  tenantId,
  verifyLimit,
} from '../../../tools/sign-in/shapes.ts';
import { verify } from '../handlers/verify.ts';
import { askVerify, confirmVerify } from '../handlers/verify-page.ts';

export const linkTypes = [
  'signup',
  'magiclink',
  'email',
  'recovery',
  'invite',
  'email_change',
  'email_change_undo',
  'phone_change_undo',
] as const;
export const verifyErrors = ['OTP_EXPIRED', 'ALREADY_EXISTS', ...signInErrors] as const;

const waiting = z
  .object({ confirmation_required: z.literal(true), message: z.string() })
  .meta({ description: 'The change of email still waits for the other address' });
export const signedIn = z.union([AuthSession, waiting]).meta({ id: 'SignedInOrWaiting' });

const link = {
  tenant_id: tenantId.optional(),
  token: z.string().min(1).max(200),
  type: z.enum(linkTypes),
  redirect_to: redirectTo.optional(),
};

const atLink = {
  scope: 'public',
  tenant: { from: ({ token }: Record<string, unknown>) => tenantOfSecret(token) },
} as const satisfies Partial<Route>;

const page = { ...atLink, path: '/v1/auth/verify/page', isPage: true, returns: z.never() } as const;

/** The links in messages: one address for programs, and the page that asks people first. */
export const linkRoutes: Route[] = [
  handled({
    ...atLink,
    id: 'auth.verify',
    method: 'GET',
    path: '/v1/auth/verify',
    isLink: true,
    query: z.object(link),
    limit: verifyLimit,
    summary: 'Redeem the link in a message',
    description:
      'Redirects to redirect_to, or otherwise to site_url: with the tokens of an AuthSession in the fragment, with ?code= if the message was requested with a code_challenge, or with error, error_code and error_description. With nowhere to redirect to, it answers the AuthSession or the error itself. A browser (Accept with text/html) and the types email_change_undo and phone_change_undo are led to the page that asks first (303); a prefetch is answered 503 and uses nothing up.',
    makesSession: true,
    mayRefuse: true,
    returns: signedIn,
    redirects: 'unless_asked',
    handler: verify,
    isComposed: true,
    operations: ['auth_verify_link'],
    errors: [
      'PLAN_LIMIT_EXCEEDED',
      ...verifyErrors,
      'INVALID_REDIRECT',
      'FORBIDDEN',
      'SERVICE_UNAVAILABLE',
    ],
  }),
  handled({
    ...page,
    id: 'auth.verify_ask',
    method: 'GET',
    isLink: true,
    query: z.object(link),
    limit: { name: 'verify_page', points: 120, seconds: 300 },
    summary: 'Show the confirmation page of a link from a message',
    description:
      'The link in every sign-in message leads here. Opening it, even repeatedly, never uses the link up.',
    handler: askVerify,
    errors: ['GONE', 'INVALID_REDIRECT', 'SERVICE_UNAVAILABLE'],
  }),
  handled({
    ...page,
    id: 'auth.verify_confirm',
    method: 'POST',
    limit: verifyLimit,
    summary: 'Confirm a link from a message on its page',
    description:
      'Only for that page: Sec-Fetch-Site or Origin must show that the request comes from it. Redirects as /v1/auth/verify does, or confirms that it is done. A recovery or an invitation without a redirect takes the new password here; a weak password does not use the link up.',
    body: z.object({ ...link, password: z.string().max(128).optional() }),
    takes: 'form',
    redirects: 'unless_asked',
    makesSession: true,
    mayRefuse: true,
    handler: confirmVerify,
    errors: [
      'PLAN_LIMIT_EXCEEDED',
      'GONE',
      'INVALID_REDIRECT',
      'FORBIDDEN',
      'CONCURRENCY_LIMITED',
      ...verifyErrors,
    ],
    example: { body: { token: '0192f7c1….…', type: 'magiclink' } },
  }),
];
