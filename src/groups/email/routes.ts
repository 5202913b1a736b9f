import { z } from 'zod';
import type { RouteGroup } from '../../http/route.ts';
import { countedQuery, page, timestamp } from '../../http/schemas.ts';

const status = z.enum(['queued', 'sent', 'stored', 'failed', 'suppressed']);

const Message = z
  .object({
    id: z.string(),
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    template: z.string(),
    subject: z.string().nullable().meta({ description: 'null until it was tried to be sent' }),
    status: status.meta({
      description:
        '`stored`: there is no mail server or SMS webhook, as in development. `suppressed`: the tenant was suspended',
    }),
    attempts: z.number().int(),
    error: z.string().nullable().meta({ description: 'Of the last attempt' }),
    user_id: z.string().nullable(),
    created_at: timestamp,
    sent_at: timestamp.nullable(),
  })
  .meta({ id: 'Message' });

export const email: RouteGroup = {
  name: 'email',
  description: 'The log of mails and text messages.',
  routes: [
    {
      id: 'email.list',
      method: 'GET',
      path: '/v1/email',
      scope: '*',
      summary: 'List the mails and texts that were sent, newest first',
      description: 'Kept for 90 days.',
      query: countedQuery.extend({ status: status.optional() }),
      returns: page(Message),
      errors: ['INVALID_CURSOR'],
    },
    {
      id: 'email.get',
      method: 'GET',
      path: '/v1/email/:email_id',
      scope: '*',
      summary: 'Get a mail or text, with what it says where it was only stored',
      returns: Message.extend({
        text: z.string().nullable(),
        html: z.string().nullable(),
      }).meta({ id: 'MessageWithContent' }),
    },
  ],
};
