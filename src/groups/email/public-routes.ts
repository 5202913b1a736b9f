import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import type { Route } from '../../http/route.ts';
import { signedHeaders } from '../webhooks/index.ts';
import { readToken } from './unsubscribe-token.ts';

const unsubscribe = () => import('./handlers/unsubscribe.ts');

const atLink = {
  path: '/v1/email/unsubscribe/:token',
  scope: 'public',
  permission: 'objects:read',
  isPage: true,
  isLink: true,
  tenantFrom: ({ token }: Record<string, unknown>) => readToken(token)?.tenant,
  limit: { name: 'email_unsubscribe', points: 60, seconds: 60 },
  returns: z.never(),
  errors: ['NOT_FOUND'],
} as const satisfies Partial<Route>;

/** What readers of mails, and the servers that carry them, call. */
export const publicRoutes: Route[] = [
  {
    ...atLink,
    id: 'email_unsubscribe.show',
    method: 'GET',
    isComposed: true,
    summary: 'See the page that ends the emails to an address',
    handler: lazy(unsubscribe, 'showUnsubscribe'),
  },
  {
    ...atLink,
    id: 'email_unsubscribe.confirm',
    method: 'POST',
    summary: 'Unsubscribe from emails',
    description:
      'What List-Unsubscribe-Post of an email asks for (RFC 8058), and the button of the page.',
    takesBytes: true,
    handler: lazy(unsubscribe, 'unsubscribe'),
  },
  {
    id: 'email_report.receive',
    method: 'POST',
    path: '/v1/email/reports/:tenant_id',
    scope: 'public',
    permission: 'objects:read',
    summary: 'Report what became of an email',
    description:
      'For mail servers and what stands before them: `{message_id, event, recipient, reason}`, where event is `delivered`, `bounced` or `complained`, and message_id the id or the Message-ID. Signed with the report secret as Standard Webhooks say; a report is taken once. A bounce for good and a complaint suppress the recipient.',
    takesBytes: 'application/json',
    takesHeaders: signedHeaders,
    limit: { name: 'email_report', points: 6000, seconds: 60 },
    returns: z.object({ received: z.literal(true) }),
    handler: lazy(() => import('./handlers/report.ts'), 'receiveReport'),
    operations: ['email_report_key'],
    errors: ['INVALID_SIGNATURE', 'NOT_FOUND', 'INVALID_STATE', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  },
];
