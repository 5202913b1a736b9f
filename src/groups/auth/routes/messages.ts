import { z } from 'zod';
import { tenantOfSecret } from '../../../credentials/tenant-of-secret.ts';
import { openMap } from '../../../ground/shapes/schemas.ts';
import { handled, type Route } from '../../../operations/route.ts';
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
  tenantId,
  turnstileToken,
  verifyLimit,
} from '../../../tools/sign-in/shapes.ts';
import { send } from '../handlers/send.ts';
import { linkTypes, signedIn, verifyErrors } from './links.ts';

const sent = z
  .object({
    message_id: z.string(),
    expires_in: z.number().int().meta({ description: 'Seconds until the code expires' }),
  })
  .meta({ id: 'CodeSent' });
const sendErrors = [
  'PROVIDER_DISABLED',
  'INVALID_REDIRECT',
  'CAPTCHA_FAILED',
  'UPSTREAM_ERROR',
] as const;
const tenantFrom = ({ token }: Record<string, unknown>) => tenantOfSecret(token);

/** The parameters of every operation that sends a way to sign in. */
const sending = {
  tenant_id: tenantId.optional(),
  redirect_to: redirectTo.optional(),
  turnstile_token: turnstileToken.optional(),
  code_challenge: codeChallenge.optional(),
  code_challenge_method: codeChallengeMethod.optional(),
};
const creating = {
  create_user: z.boolean().optional().meta({
    description: 'Whether a new address becomes a user once it is verified. Default: true',
  }),
  user_metadata: openMap.optional().meta({ description: 'For a new user' }),
  data: openMap.optional().meta({ description: 'Alias of user_metadata' }),
};

/** Signing in with what was sent: codes by mail and text message, links. */
export const messageRoutes: Route[] = [
  handled({
    id: 'auth.otp',
    method: 'POST',
    path: '/v1/auth/otp',
    scope: 'public',
    limit: sendLimit,
    summary: 'Send a sign-in code by mail or text message',
    description:
      'The answer is the same whether or not the address is known. An address gets at most one message in 60 seconds and 10 in an hour; beyond that the answer is still the same, and the last code stays valid.',
    body: z
      .object({
        email: email.optional(),
        phone: phone.optional(),
        channel: z
          .enum(['sms', 'whatsapp'])
          .optional()
          .meta({ description: 'How to reach a phone' }),
        ...sending,
        ...creating,
      })
      .refine(oneAddress, oneAddressFault),
    mayRefuse: true,
    returns: sent,
    handler: send('auth_otp'),
    errors: ['PLAN_LIMIT_EXCEEDED', ...sendErrors, 'SIGNUP_DISABLED'],
    example: { body: { email: 'ada@example.com' } },
  }),
  {
    id: 'auth.otp_verify',
    method: 'POST',
    path: '/v1/auth/otp/verify',
    scope: 'public',
    limit: verifyLimit,
    summary: 'Sign in with a code or with the token of a link',
    description:
      'Five wrong attempts invalidate a code. When both addresses have to confirm a change of email, the first one gets confirmation_required. The types email_change_undo and phone_change_undo undo a change of address: they work for 7 days, end all sessions, invalidate the password, and sign in the reader of the previous address.',
    body: z
      .object({
        tenant_id: tenantId.optional(),
        type: z.enum(['sms', 'phone_change', ...linkTypes]),
        ...proof,
        phone: phone.optional(),
      })
      .refine(oneProof, oneProofFault),
    makesSession: true,
    mayRefuse: true,
    returns: signedIn,
    tenant: { from: tenantFrom },
    errors: ['PLAN_LIMIT_EXCEEDED', ...verifyErrors],
    example: { body: { type: 'email', email: 'ada@example.com', token: '123456' } },
  },
  handled({
    id: 'auth.magic_link',
    method: 'POST',
    path: '/v1/auth/magic-link',
    scope: 'public',
    limit: sendLimit,
    summary: 'Mail a sign-in link',
    description: 'The answer is the same whether or not the address is known.',
    body: z.object({ email, ...sending, ...creating }),
    mayRefuse: true,
    returns: z.object({ message: z.string() }),
    handler: send('auth_magic_link'),
    errors: ['PLAN_LIMIT_EXCEEDED', ...sendErrors, 'SIGNUP_DISABLED'],
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
    makesSession: true,
    mayRefuse: true,
    returns: AuthSession,
    tenant: { from: tenantFrom },
    errors: ['PLAN_LIMIT_EXCEEDED', ...verifyErrors],
    example: { body: { token: '0192f7c1….…' } },
  },
  handled({
    id: 'auth.resend',
    method: 'POST',
    path: '/v1/auth/resend',
    scope: 'public',
    limit: sendLimit,
    summary: 'Resend a pending confirmation of a sign-up or new address',
    description: 'The answer is the same whether or not anything is pending.',
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
          message: 'is for signup and email_change; phone is for sms and phone_change',
          path: ['email'],
        },
      ),
    mayRefuse: true,
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
    summary: 'Confirm an email address with the token of its link',
    body: z.object({ tenant_id: tenantId.optional(), ...proof }).refine(oneProof, oneProofFault),
    mayRefuse: true,
    returns: z.object({
      email_verified: z
        .boolean()
        .meta({ description: 'false while the change still waits for the other address' }),
    }),
    tenant: { from: tenantFrom },
    errors: ['OTP_EXPIRED', 'ALREADY_EXISTS'],
    example: { body: { token: '0192f7c1….…' } },
  },
];
