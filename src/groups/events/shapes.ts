import { z } from 'zod';
import { customEventName, eventError, isEventPattern } from '../../ground/shapes/event-types.ts';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';

export const Actor = z.looseObject({
  type: z.string().nullable(),
  id: z.string().nullable(),
  email: z.string().nullable(),
  act: z
    .object({ sub: z.literal('platform'), key: z.string() })
    .optional()
    .meta({ description: 'The platform key of an operator who impersonated the user' }),
});

/** Of every reader of the journal: the feed, webhooks, streams, automations. Made by app.event_json. */
export const Event = z
  .object({
    id: z.string(),
    type: z.string(),
    timestamp,
    tenant_id: z.string(),
    seq: z.string().meta({ description: 'Its position in the journal, for `since`; opaque' }),
    tx_id: z.string().meta({ description: 'The same for all changes of one transaction' }),
    actor: Actor,
    object_type_id: z.string().nullable(),
    data: openMap.meta({
      description: 'The record as it is now or, if it was deleted, as it last was',
    }),
    previous: openMap.nullable().meta({ description: 'The previous values of the changed fields' }),
    changed: z
      .array(z.string())
      .nullable()
      .meta({ description: 'The names of the changed fields' }),
    causation_depth: z.number().int().meta({
      description:
        'How many automations, functions and webhooks lie between it and a call; 0 for none',
    }),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'The event was larger than 20 KB: `data` holds only the id' }),
  })
  .meta({ id: 'Event' });

export const CustomEvent = z
  .object({
    id: z.string(),
    event_type: z.string(),
    data: openMap,
    user_id: z.string().nullable(),
    session_id: z.string().nullable(),
    source: z.string().nullable(),
    ip: z.string().nullable().meta({
      description: 'The caller’s address; null for users, except on their own events',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'CustomEvent' });
export const eventName = z
  .string()
  .max(107)
  .regex(customEventName, 'must be at most 100 letters, digits, "_", ".", ":" and "-"')
  .meta({ description: 'Shown as posted; the event is called `custom.<name>`', example: 'signup' });

/** Names of events in a query. */
export const eventNames = z
  .string()
  .min(1)
  .max(4000)
  .transform((text) => text.split(','))
  .refine(
    (names) => names.every(isEventPattern),
    eventError(
      'must be names from GET /events/types, custom.<name>, or patterns such as object.*, separated by commas',
    ),
  );

export const types = eventNames.meta({
  description: 'Names separated by commas; `object.*` and `custom.*` match all of a kind',
  example: 'object.*,view.created',
});
