import { z } from 'zod';
import type { Route } from '../../http/route.ts';
import { countedQuery, page } from '../../http/schemas.ts';
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
    summary: 'Ask the operator of this server',
    description: 'Its number counts the tickets of all tenants.',
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
    summary: 'Answer in a ticket',
    description: 'Opens it again, unless it is closed. A ticket holds up to 1,000 messages.',
    body: z.object({ body: messageBody, attachments }),
    returns: Ticket,
    errors: ['INVALID_STATE'],
    example: { body: { body: 'It is the same today.' } },
  },
];
