import { z } from 'zod';
import { countedQuery, page } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import type { Route } from '../../operations/route.ts';
import { readReplyAddress } from '../../tools/messages/reply-address.ts';
import { signedHeaders } from '../webhooks/index.ts';
import { attachments, messageBody, Ticket, ticketBody, ticketStatus } from './shapes.ts';

const list = '/v1/tickets';
const one = `${list}/:ticket_id`;

export const routes: Route[] = [
  {
    id: 'ticket.list',
    method: 'GET',
    path: list,
    scope: '*',
    summary: 'List your tickets, newest first',
    query: countedQuery.extend({ status: ticketStatus.optional() }),
    returns: page(Ticket),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'ticket.create',
    method: 'POST',
    path: list,
    scope: '*',
    status: 201,
    summary: 'Open a support ticket',
    description: 'Ticket numbers run over all tenants.',
    standsAlone: true,
    body: ticketBody.extend({ attachments }),
    returns: Ticket,
    errors: ['NOT_FOUND', 'INVALID_STATE'],
    example: { body: { subject: 'The import stops', body: 'It ends after row 100.' } },
  },
  {
    id: 'ticket.get',
    method: 'GET',
    path: one,
    scope: '*',
    summary: 'Get a ticket with its messages',
    returns: Ticket,
  },
  {
    id: 'ticket_message.create',
    method: 'POST',
    path: `${one}/messages`,
    scope: '*',
    status: 201,
    summary: 'Reply to a ticket',
    description:
      'A reply reopens the ticket, unless it is closed. A ticket holds up to 1,000 messages.',
    body: z.object({ body: messageBody, attachments }),
    returns: Ticket,
    errors: ['INVALID_STATE'],
    example: { body: { body: 'It is the same today.' } },
  },
  {
    id: 'ticket_mail.receive',
    method: 'POST',
    path: '/v1/inbound-mail/:recipient',
    scope: 'public',
    permission: 'objects:read',
    tenant: { from: ({ recipient }) => readReplyAddress(recipient)?.tenant },
    summary: 'Receive an email reply to a ticket',
    description:
      'For the operator’s mail server: the raw mail, with its recipient address in the path, signed with INBOUND_MAIL_SECRET according to Standard Webhooks. The sender must be the address that the ticket’s mail went to. An automatic reply is `ignored`, a repeated mail is a `duplicate`.',
    takes: { bytes: 'message/rfc822' },
    takesHeaders: signedHeaders,
    limit: { name: 'ticket_mail', points: 6000, seconds: 60 },
    returns: z.object({
      status: z.enum(['added', 'duplicate', 'ignored']),
      reason: z.enum(['automatic', 'empty', 'too_many']).nullable(),
      ticket_id: z.string().nullable(),
    }),
    handler: lazy(() => import('./handlers/mail.ts'), 'receiveMail'),
    operations: ['ticket_mail_check', 'ticket_mail_upload'],
    errors: ['INVALID_SIGNATURE', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_STATE', 'PAYLOAD_TOO_LARGE'],
  },
];
