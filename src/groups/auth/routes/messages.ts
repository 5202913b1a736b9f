import { z } from 'zod';
import { tenantOfSecret } from '../../../credentials/tenant-of-secret.ts';
import { handled, type Route } from '../../../http/route.ts';
import { openMap } from '../../../http/schemas.ts';
import { send } from '../handlers/send.ts';
import { verify } from '../handlers/verify.ts';
import {
  AuthSession,
  codeChallenge,
  codeChallengeMethod,
  email,
  oneAddress,
  oneAddressFault,
  oneProof,
  oneProofFault,
  phone,
  proof,
  redirectTo,
  sendLimit,
  signInErrors,
  tenantId,
  turnstileToken,
  verifyLimit,
} from '../shapes.ts';

const sent = z.object({
  message_id: z.string(),
  expires_in: z.number().int().meta({ description: 'Seconds that the code is good for' }),
});
const waiting = z
  .object({ confirmation_required: z.literal(true), message: z.string() })
  .meta({ description: 'A change of email waits for the other address' });
const signedIn = z.union([AuthSession, waiting]);
const sendErrors = [
  'PROVIDER_DISABLED',
  'INVALID_REDIRECT',
  'CAPTCHA_FAILED',
  'UPSTREAM_ERROR',
] as const;
const verifyErrors = ['OTP_EXPIRED', 'ALREADY_EXISTS', ...signInErrors] as const;
const tenantFrom = ({ token }: Record<string, unknown>) => tenantOfSecret(token);

/** What every operation takes that sends a way to sign in. */
const sending = {
  tenant_id: tenantId.optional(),
  redirect_to: redirectTo.optional(),
  turnstile_token: turnstileToken.optional(),
  code_challenge: codeChallenge.optional(),
  code_challenge_method: codeChallengeMethod.optional(),
};
const creating = {
  create_user: z.boolean().optional().meta({
    description: 'Whether a new address becomes a user, once it is proven. Default: true',
  }),
  user_metadata: openMap.optional().meta({ description: 'Of a new user' }),
  data: openMap.optional().meta({ description: 'Another name of user_metadata' }),
};

const linkTypes = ['signup', 'magiclink', 'email', 'recovery', 'invite', 'email_change'] as const;

/** Signing in with what was sent: codes by mail and text message, links. */
export const messageRoutes: Route[] = [
  handled({
    id: 'auth.otp',
    method: 'POST',
    path: '/v1/auth/otp',
    scope: 'public',
    limit: sendLimit,
    summary: 'Send a code to sign in with, by mail or text message',
    description:
      'The answer is the same whether or not the address is known. An address gets one message in 60 seconds and 10 in an hour; beyond that the answer is the same too, and the last code stays good.',
    body: z
      .object({
        email: email.optional(),
        phone: phone.optional(),
        channel: z.enum(['sms', 'whatsapp']).optional().meta({ description: 'For phone' }),
        ...sending,
        ...creating,
      })
      .refine(oneAddress, oneAddressFault),
    returns: sent,
    handler: send('auth_otp'),
    errors: [...sendErrors, 'SIGNUP_DISABLED'],
    example: { body: { email: 'ada@example.com' } },
  }),
  {
    id: 'auth.otp_verify',
    method: 'POST',
    path: '/v1/auth/otp/verify',
    scope: 'public',
    limit: verifyLimit,
    summary: "Sign in with a code or a link's token that was sent",
    description:
      'Five wrong codes end a code. Where an email change has to be confirmed by both addresses, the first answers confirmation_required.',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        type: z.enum(['sms', 'phone_change', ...linkTypes]),
        ...proof,
        phone: phone.optional(),
      })
      .refine(oneProof, oneProofFault),
    returns: signedIn,
    tenantFrom,
    errors: [...verifyErrors],
    example: { body: { type: 'email', email: 'ada@example.com', token: '123456' } },
  },
  handled({
    id: 'auth.verify',
    method: 'GET',
    path: '/v1/auth/verify',
    scope: 'public',
    isLink: true,
    limit: verifyLimit,
    summary: 'Follow the link of a message',
    description:
      'Redirects to redirect_to, or else site_url: with the tokens of an AuthSession in the fragment, or with ?code= for what was asked for with a code_challenge, or with error, error_code and error_description. Without anywhere to go it answers the AuthSession or the error itself. The types email_change_undo and phone_change_undo take a change of address back: it holds for 7 days, ends all sessions and the password, and signs in whoever reads the address of before.',
    query: z.object({
      tenant_id: tenantId.optional(),
      token: z.string().min(1).max(200),
      type: z.enum([...linkTypes, 'email_change_undo', 'phone_change_undo']),
      redirect_to: redirectTo.optional(),
    }),
    returns: signedIn,
    redirects: 'unless_asked',
    tenantFrom,
    handler: verify,
    isComposed: true,
    operations: ['auth_verify_link'],
    errors: [...verifyErrors, 'INVALID_REDIRECT', 'FORBIDDEN'],
  }),
  handled({
    id: 'auth.magic_link',
    method: 'POST',
    path: '/v1/auth/magic-link',
    scope: 'public',
    limit: sendLimit,
    summary: 'Mail a link to sign in with',
    description: 'The answer is the same whether or not the address is known.',
    body: z.object({ email, ...sending, ...creating }),
    returns: z.object({ message: z.string() }),
    handler: send('auth_magic_link'),
    errors: [...sendErrors, 'SIGNUP_DISABLED'],
    example: { body: { email: 'ada@example.com' } },
  }),
  {
    id: 'auth.magic_link_verify',
    method: 'POST',
    path: '/v1/auth/magic-link/verify',
    scope: 'public',
    limit: verifyLimit,
    summary: 'Sign in with the token of a magic link',
    body: z.object({ tenant_id: tenantId.optional(), ...proof }).refine(oneProof, oneProofFault),
    returns: AuthSession,
    tenantFrom,
    errors: [...verifyErrors],
    example: { body: { token: '0192f7c1….…' } },
  },
  handled({
    id: 'auth.resend',
    method: 'POST',
    path: '/v1/auth/resend',
    scope: 'public',
    limit: sendLimit,
    summary: 'Send again what a sign-up or a change of address waits for',
    description: 'The answer is the same whether or not something waits.',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
        email: email.optional(),
        phone: phone.optional(),
        turnstile_token: turnstileToken.optional(),
      })
      .refine(oneAddress, oneAddressFault)
      .refine(
        ({ type, email: mail }) => (type === 'signup' || type === 'email_change') === !!mail,
        {
          message: 'goes with signup and email_change; phone with sms and phone_change',
          path: ['email'],
        },
      ),
    returns: sent,
    handler: send('auth_resend'),
    errors: ['PROVIDER_DISABLED', 'CAPTCHA_FAILED', 'UPSTREAM_ERROR'],
    example: { body: { type: 'signup', email: 'ada@example.com' } },
  }),
  {
    id: 'auth.verify_email',
    method: 'POST',
    path: '/v1/auth/verify-email',
    scope: 'public',
    limit: verifyLimit,
    summary: 'Confirm an email with the token of its link',
    body: z.object({ tenant_id: tenantId.optional(), ...proof }).refine(oneProof, oneProofFault),
    returns: z.object({
      email_verified: z
        .boolean()
        .meta({ description: 'false while a change waits for the other address' }),
    }),
    tenantFrom,
    errors: ['OTP_EXPIRED', 'ALREADY_EXISTS'],
    example: { body: { token: '0192f7c1….…' } },
  },
];
