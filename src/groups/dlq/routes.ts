import { z } from 'zod';
import { offsetQuery, timestamp, total } from '../../ground/shapes/schemas.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { DeadLetter, source } from './shapes.ts';

const message = '/v1/dlq/:msg_id';

export const routes: Route[] = notImpersonated([
  {
    id: 'dead_letter.list',
    method: 'GET',
    path: '/v1/dlq',
    scope: '*',
    summary: 'List dead letters, newest first',
    description: 'Dead letters are kept for 90 days after the last failure.',
    query: offsetQuery.extend({
      source: source.optional(),
      status: DeadLetter.shape.status
        .optional()
        .meta({ description: 'Default: all but discarded ones' }),
    }),
    returns: z.object({ messages: z.array(DeadLetter), ...total }),
  },
  {
    id: 'dead_letter.retry_all',
    method: 'POST',
    path: '/v1/dlq/retry-all',
    scope: '*',
    summary: 'Retry all matching dead letters',
    description: 'Up to 10,000 at a time, oldest first.',
    body: z.object({
      source: source.optional(),
      since: timestamp.optional().meta({ description: 'Last failed at or after this moment' }),
    }),
    isPatient: true,
    returns: z.object({ retried: z.number().int() }),
    example: { body: { source: 'webhook' } },
  },
  {
    id: 'dead_letter.get',
    method: 'GET',
    path: message,
    scope: '*',
    summary: 'Get a dead letter, with its payload and error',
    returns: DeadLetter,
  },
  {
    id: 'dead_letter.retry',
    method: 'POST',
    path: `${message}/retry`,
    scope: '*',
    summary: 'Retry a dead letter',
    returns: z.object({ retried: z.literal(true) }),
    errors: ['INVALID_STATE'],
  },
  {
    id: 'dead_letter.discard',
    method: 'DELETE',
    path: message,
    scope: '*',
    summary: 'Discard a dead letter',
    returns: z.object({ discarded: z.literal(true) }),
    errors: ['INVALID_STATE'],
  },
]);
