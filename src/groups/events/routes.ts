import { z } from 'zod';
import { customEventName, isEventPattern } from '../../event-types.ts';
import type { RouteGroup } from '../../http/route.ts';
import {
  offsetQuery,
  openMap,
  periodQuery,
  timestamp,
  total,
  wholeNumber,
} from '../../http/schemas.ts';

export const Actor = z.looseObject({
  type: z.string().nullable(),
  id: z.string().nullable(),
  email: z.string().nullable(),
});

/** Of every reader of the journal: the feed, webhooks, streams, automations. Made by app.event_json. */
export const Event = z
  .object({
    id: z.string(),
    type: z.string(),
    timestamp,
    tenant_id: z.string(),
    seq: z.string().meta({ description: 'Its place in the journal, for `since`; opaque' }),
    tx_id: z.string().meta({ description: 'The same for all that one transaction did' }),
    actor: Actor,
    object_type_id: z.string().nullable(),
    data: openMap.meta({
      description: 'The record as it is now; of one that is gone, as it was',
    }),
    previous: openMap.nullable().meta({ description: 'The values before, of what changed' }),
    changed: z.array(z.string()).nullable().meta({ description: 'What changed, by name' }),
    causation_depth: z.number().int().meta({
      description:
        'How many automations, functions and webhooks stand between it and a call; 0 for none',
    }),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'It was larger than 20 KB: `data` holds the id alone' }),
  })
  .meta({ id: 'Event' });

const CustomEvent = z
  .object({
    id: z.string(),
    event_type: z.string(),
    data: openMap,
    user_id: z.string().nullable(),
    session_id: z.string().nullable(),
    source: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'CustomEvent' });

const maxDataBytes = 65_536;
const eventName = z
  .string()
  .max(107)
  .regex(customEventName, 'must hold letters, digits, "_", ".", ":" and "-", at most 100')
  .meta({ description: 'Shown as posted; as an event it is `custom.<name>`', example: 'signup' });

/** Names of events in a query. */
export const eventNames = z
  .string()
  .min(1)
  .max(4000)
  .transform((text) => text.split(','))
  .refine(
    (names) => names.every(isEventPattern),
    'must be names of GET /events/types, custom.<name>, or with * such as object.*, separated by commas',
  );

const types = eventNames.meta({
  description: 'Names separated by commas; `object.*` and `custom.*` stand for all of a kind',
  example: 'object.*,view.created',
});

export const events: RouteGroup = {
  name: 'events',
  description: 'What happened: every change in order, and events of your own.',
  routes: [
    {
      id: 'change.list',
      method: 'GET',
      path: '/v1/changes',
      scope: 'read',
      permission: 'events:read',
      summary: 'Follow every change: events since a place in the journal',
      description:
        'Gapless and ordered: pass `next_since` of each answer as `since` of the next, at once while `has_more`, else ' +
        'after a while. Events of keys need the scope `auth`, those of the tenant `*`; without it they are left out.',
      query: z.object({
        since: z.string().max(200).optional().meta({
          description:
            '`next_since` of an answer or `seq` of an event; `now` answers `next_since` alone. Without it: from the start',
        }),
        types: types.optional(),
        object_type: z
          .string()
          .min(1)
          .max(200)
          .optional()
          .meta({ description: 'Id or name: only events of this object type and its records' }),
        limit: wholeNumber(1, 1000, 'Events at most', 100),
      }),
      returns: z.object({
        results: z.array(Event),
        next_since: z.string(),
        has_more: z.boolean().meta({ description: 'There is more to read at once' }),
      }),
      errors: ['INVALID_CURSOR', 'GONE', 'NOT_FOUND'],
    },
    {
      id: 'event.track',
      method: 'POST',
      path: '/v1/events',
      scope: 'write',
      permission: 'events:write',
      summary: 'Record an event of your own',
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
      summary: 'List the events that were recorded, newest first',
      query: offsetQuery.extend({
        event_type: z.string().max(107).optional().meta({ description: 'As it was posted' }),
        ...periodQuery,
      }),
      returns: z.object({ events: z.array(CustomEvent), ...total }),
    },
  ],
};
