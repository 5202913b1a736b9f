import { z } from 'zod';
import { eventError, isEventPattern } from '../../ground/shapes/event-types.ts';
import { openMap, timestamp } from '../../ground/shapes/schemas.ts';
import { filters } from '../objects/search-shapes.ts';
import { headerFault } from './headers.ts';
import { isSecret } from './secret.ts';

const status = z.enum(['active', 'paused', 'disabled']);
const ordering = z.enum(['none', 'per_object']);
const throttleRate = z.number().int().min(1).max(1000).nullable();

const webhookFields = {
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.string()),
  object_types: z.array(z.string()).meta({ description: 'Ids of object types' }),
  filters: z.union([z.array(z.unknown()), openMap]),
  headers: openMap,
  status,
  disabled_reason: z.string().nullable(),
  ordering,
  throttle_rate: throttleRate,
  secret_preview: z.string(),
  failure_count: z.number().int().meta({ description: 'Failed attempts since the last success' }),
  last_success_at: timestamp.nullable(),
  last_failure_at: timestamp.nullable(),
  created_by: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
};
export const Webhook = z.object(webhookFields).meta({ id: 'Webhook' });

export const secret = z
  .string()
  .max(200)
  .refine(isSecret, 'must be whsec_ followed by the base64 of 24 to 64 bytes')
  .meta({
    description: 'whsec_ followed by the base64 of 24 to 64 bytes; generated when left out',
  });

/** How long a secret counts beside the one that takes its place. */
export const gracePeriod = z
  .number()
  .int()
  .min(0)
  .max(604_800)
  .optional()
  .meta({ description: 'Default 86400; 0 ends the old one at once' });

export const WebhookWithSecret = z
  .object({
    ...webhookFields,
    secret: z.string().meta({ description: 'Signs its deliveries. Shown only once' }),
  })
  .meta({ id: 'WebhookWithSecret' });

const headers = openMap
  .superRefine((given, ctx) => {
    const fault = headerFault(given);
    if (fault)
      ctx.addIssue({
        code: 'custom',
        message: fault.name === undefined ? fault.message : `"${fault.name}" ${fault.message}`,
      });
  })
  .meta({
    description: 'Sent with each delivery, in addition to Insula’s own, which they cannot replace',
    example: { 'x-source': 'insula' },
  });

/** The fields of a webhook that callers may set. */
export const webhookBody = z.object({
  url: z.string().min(1).max(2000).meta({
    description: 'http or https, a public address (or one inside OUTBOUND_ALLOW_CIDRS)',
    example: 'https://example.com/hooks/insula',
  }),
  description: z.string().max(1000).nullable().optional(),
  events: z
    .array(
      z
        .string()
        .max(120)
        .refine(
          isEventPattern,
          eventError(
            'must be a name from GET /events/types, custom.<name>, a kind such as object.*, or *',
          ),
        ),
    )
    .max(200)
    .optional()
    .meta({ description: 'Empty for all', example: ['object.created', 'custom.*'] }),
  object_types: z.array(z.string().min(1).max(200)).max(200).optional().meta({
    description:
      'Ids or names: events of objects are sent only for these types. Empty for all. Other events are sent regardless',
  }),
  filters: filters.meta({
    description:
      'Conditions on the event, such as data.properties.status or changed: docs/data/filters.md',
    example: [{ property: 'data.properties.status', operator: 'eq', value: 'open' }],
  }),
  headers: headers.optional(),
  status: status.optional(),
  ordering: ordering.optional().meta({
    description:
      'per_object: the events of one object are delivered one after another, in order; a failure holds up those that follow',
  }),
  throttle_rate: throttleRate
    .optional()
    .meta({ description: 'At most this many deliveries per second' }),
});

export const Delivery = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    url: z.string(),
    status: z.enum(['pending', 'success', 'retrying', 'dead', 'muted']),
    trigger: z.enum(['event', 'retry', 'test', 'replay']),
    attempt: z.number().int().meta({ description: 'How many attempts were made' }),
    max_attempts: z.number().int(),
    request_headers: openMap.nullable(),
    request_body: z
      .string()
      .nullable()
      .meta({ description: 'null for callers who may not see events of this kind' }),
    response_status: z.number().int().nullable(),
    response_body: z.string().nullable().meta({ description: 'Its first 16 KB' }),
    duration_ms: z.number().int().nullable(),
    error: z.string().nullable(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const deliveryStatus = Delivery.shape.status;

export const Probe = z
  .object({
    status_code: z.number().int().meta({ description: '0 when there was no answer' }),
    error: z.string().optional().meta({ description: 'Why there was no answer' }),
  })
  .meta({ id: 'WebhookProbe' });
