import { z } from 'zod';
import { countedQuery, deleted, page } from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
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
      'The rendered text is queued, so later changes to the template or attachments have no effect. `suppressed`: every recipient is suppressed.',
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
    description: 'An error names the email at fault: `emails[3]`.',
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
      'Includes the content if the message was stored instead of sent. Without the scope `*`, only emails sent by the API, an automation or a job are found: others hold links and codes of users. Nor does an operator who impersonates a user find those.',
    returns: MessageWithContent,
  },
  {
    id: 'email.cancel',
    notImpersonated: true,
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
    summary: 'List suppressed addresses in alphabetical order',
    query: countedQuery,
    returns: page(Suppression),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'email_suppression.create',
    notImpersonated: true,
    method: 'POST',
    path: '/v1/email/suppressions',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Suppress an address',
    description: 'An address that is already suppressed keeps its first reason.',
    body: z.object({ address, reason: reason.optional() }),
    returns: Suppression,
    example: { body: { address: 'ada@example.com' } },
  },
  {
    id: 'email_suppression.delete',
    notImpersonated: true,
    method: 'DELETE',
    path: '/v1/email/suppressions/:address',
    scope: 'write',
    permission,
    summary: 'Remove an address from the suppression list',
    returns: deleted,
  },
];
