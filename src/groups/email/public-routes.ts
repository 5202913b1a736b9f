import { z } from 'zod';
import { lazy } from '../../operations/lazy-handler.ts';
import type { Route } from '../../operations/route.ts';
import { signedHeaders } from '../webhooks/index.ts';
import { readToken } from './unsubscribe-token.ts';

const unsubscribe = () => import('./handlers/unsubscribe.ts');

const atLink = {
  path: '/v1/email/unsubscribe/:token',
  scope: 'public',
  permission: 'objects:read',
  isPage: true,
  isLink: true,
  tenant: { from: ({ token }: Record<string, unknown>) => readToken(token)?.tenant },
  limit: { name: 'email_unsubscribe', points: 60, seconds: 60 },
  returns: z.never(),
  errors: ['NOT_FOUND'],
} as const satisfies Partial<Route>;

/** Routes for readers of mails, and for the servers that carry them. */
export const publicRoutes: Route[] = [
  {
    ...atLink,
    id: 'email_unsubscribe.show',
    method: 'GET',
    isComposed: true,
    summary: 'Show the unsubscribe page of an email',
    handler: lazy(unsubscribe, 'showUnsubscribe'),
  },
  {
    ...atLink,
    id: 'email_unsubscribe.confirm',
    method: 'POST',
    summary: 'Unsubscribe from emails',
    description:
      'Called by List-Unsubscribe-Post of an email (RFC 8058), and by the button of the page.',
    takes: { bytes: true },
    handler: lazy(unsubscribe, 'unsubscribe'),
  },
  {
    id: 'email_report.receive',
    method: 'POST',
    path: '/v1/email/reports/:tenant_id',
    scope: 'public',
    permission: 'objects:read',
    summary: 'Report the delivery status of an email',
    description:
      'For mail servers and relays: `{message_id, event, recipient, reason}`, where event is `delivered`, `bounced` or `complained`, and message_id is the id or the Message-ID. Signed with the report secret according to Standard Webhooks; a repeated report is ignored. A permanent bounce or a complaint suppresses the recipient.',
    takes: { bytes: 'application/json' },
    takesHeaders: signedHeaders,
    limit: { name: 'email_report', points: 6000, seconds: 60 },
    returns: z.object({ received: z.literal(true) }),
    handler: lazy(() => import('./handlers/report.ts'), 'receiveReport'),
    looks: ['email_report_key'],
    errors: ['INVALID_SIGNATURE', 'NOT_FOUND', 'INVALID_STATE', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
  },
];
