import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import { handled, type Route } from '../../http/route.ts';
import { countedQuery, deleted, page } from '../../http/schemas.ts';
import { address, mailBody, Queued } from './mail-shapes.ts';
import { Message, MessageWithContent, reason, Suppression, status } from './shapes.ts';

const send = () => import('./handlers/send.ts');
const permission = 'email:manage';
const example = {
  to: 'ada@example.com',
  subject: 'Your order',
  html: '<p>It is on its way.</p>',
};

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
  handled({
    id: 'email.send',
    method: 'POST',
    path: '/v1/email/send',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Send an email',
    description:
      'It is queued with its words, so a later change of a template or file does not matter. `suppressed`: nobody of its recipients gets emails.',
    body: mailBody,
    returns: Queued,
    handler: lazy(send, 'sendMail'),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
    example: { body: example },
  }),
  handled({
    id: 'email.batch',
    method: 'POST',
    path: '/v1/email/batch',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Send up to 100 emails, or none of them',
    description: 'An error names the email that it is about: `emails[3]`.',
    body: z.object({ emails: z.array(mailBody).min(1).max(100) }),
    returns: z.object({ emails: z.array(Queued) }),
    handler: lazy(send, 'sendMails'),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
    example: { body: { emails: [example] } },
  }),
  {
    id: 'email.get',
    method: 'GET',
    path: '/v1/email/:email_id',
    scope: 'write',
    permission,
    summary: 'Get a mail or text message',
    description:
      'Shows what it says if it was only stored. Without the scope `*`, only emails that the API, an automation or a job sent are found: others hold links and codes of users.',
    returns: MessageWithContent,
  },
  {
    id: 'email.cancel',
    method: 'POST',
    path: '/v1/email/:email_id/cancel',
    scope: 'write',
    permission,
    summary: 'Cancel an email that has not been sent',
    returns: Queued,
    errors: ['INVALID_STATE'],
  },
  {
    id: 'email_suppression.list',
    method: 'GET',
    path: '/v1/email/suppressions',
    scope: 'read',
    permission,
    summary: 'List suppressed addresses, by address',
    query: countedQuery,
    returns: page(Suppression),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'email_suppression.create',
    method: 'POST',
    path: '/v1/email/suppressions',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Suppress an address',
    description: 'One that is suppressed already keeps its first reason.',
    body: z.object({ address, reason: reason.optional() }),
    returns: Suppression,
    example: { body: { address: 'ada@example.com' } },
  },
  {
    id: 'email_suppression.delete',
    method: 'DELETE',
    path: '/v1/email/suppressions/:address',
    scope: 'write',
    permission,
    summary: 'Let an address get emails again',
    returns: deleted,
  },
];
