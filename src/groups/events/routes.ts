import { z } from 'zod';
import {
  offsetQuery,
  openMap,
  periodQuery,
  total,
  wholeNumber,
} from '../../ground/shapes/schemas.ts';
import type { Route } from '../../operations/route.ts';
import { CustomEvent, Event, eventName, types } from './shapes.ts';

const maxDataBytes = 65_536;

export const routes: Route[] = [
  {
    id: 'change.list',
    method: 'GET',
    path: '/v1/changes',
    scope: 'read',
    permission: 'events:read',
    summary: 'List changes since a position in the journal',
    description:
      'Complete and in order: pass `next_since` of each answer as `since` of the next call, at once while `has_more`, otherwise ' +
      'after a while. Events of keys need the scope `auth`, those of the tenant `*`; without it they are left out.',
    query: z.object({
      since: z.string().max(200).optional().meta({
        description:
          '`next_since` of an answer or `seq` of an event; `now` answers only `next_since`. Default: from the beginning',
      }),
      types: types.optional(),
      object_type: z.string().min(1).max(200).optional().meta({
        description: 'Id or name of an object type: only events of it and of its records',
      }),
      limit: wholeNumber(1, 1000, 'The most events to return', 100),
    }),
    returns: z.object({
      results: z.array(Event),
      next_since: z.string(),
      has_more: z.boolean().meta({ description: 'Whether more can be read at once' }),
    }),
    errors: ['INVALID_CURSOR', 'GONE', 'NOT_FOUND'],
  },
  {
    id: 'event.track',
    method: 'POST',
    path: '/v1/events',
    scope: 'write',
    permission: 'events:write',
    summary: 'Record a custom event',
    body: z.object({
      event_type: eventName,
      data: openMap
        .refine(
          (data) => Buffer.byteLength(JSON.stringify(data)) <= maxDataBytes,
          'must not be larger than 64 KB',
        )
        .optional(),
      session_id: z.string().max(200).optional(),
      source: z.string().max(200).optional(),
    }),
    returns: z.object({ tracked: z.literal(true) }),
    example: { body: { event_type: 'signup', data: { plan: 'pro' }, source: 'web' } },
  },
  {
    id: 'event.list',
    method: 'GET',
    path: '/v1/events/list',
    scope: 'read',
    permission: 'events:read',
    summary: 'List custom events, newest first',
    query: offsetQuery.extend({
      event_type: z.string().max(107).optional().meta({ description: 'The name as posted' }),
      ...periodQuery,
    }),
    returns: z.object({ events: z.array(CustomEvent), ...total }),
  },
];
