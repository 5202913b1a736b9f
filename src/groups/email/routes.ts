import { z } from 'zod';
import type { Route } from '../../http/route.ts';
import { countedQuery, page } from '../../http/schemas.ts';
import { Message, status } from './shapes.ts';

export const routes: Route[] = [
  {
    id: 'email.list',
    method: 'GET',
    path: '/v1/email',
    scope: '*',
    summary: 'List mails and text messages, newest first',
    description: 'They are kept for 90 days.',
    query: countedQuery.extend({ status: status.optional() }),
    returns: page(Message),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'email.get',
    method: 'GET',
    path: '/v1/email/:email_id',
    scope: '*',
    summary: 'Get a mail or text message',
    description: 'Shows what it says if it was only stored.',
    returns: Message.extend({
      text: z.string().nullable(),
      html: z.string().nullable(),
    }).meta({ id: 'MessageWithContent' }),
  },
];
