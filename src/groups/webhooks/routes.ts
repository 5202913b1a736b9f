import { z } from 'zod';
import { eventError, isEventPattern } from '../../ground/shapes/event-types.ts';
import {
  confirmQuery,
  deleted,
  offsetQuery,
  openMap,
  timestamp,
  total,
} from '../../ground/shapes/schemas.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { requireOn } from '../../tools/messages/require-on.ts';
import {
  Delivery,
  deliveryStatus,
  gracePeriod,
  Probe,
  secret,
  Webhook,
  WebhookWithSecret,
  webhookBody,
} from './shapes.ts';

const handlers = () => import('./handlers.ts');
const permission = 'webhooks:manage';
const webhook = '/v1/webhooks/:webhook_id';
const delivery = '/v1/webhook-deliveries/:delivery_id';
const maxPayloadBytes = 65_536;

const eventName = z
  .string()
  .max(120)
  .refine(
    (name) => isEventPattern(name) && !name.includes('*'),
    eventError('must be a name from GET /events/types or custom.<name>'),
  );

export const routes: Route[] = notImpersonated([
  {
    id: 'webhook.list',
    method: 'GET',
    path: '/v1/webhooks',
    scope: 'read',
    permission,
    summary: 'List webhooks, newest first',
    carriesHeaders: true,
    returns: z.array(Webhook),
  },
  handled({
    id: 'webhook.create',
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create a webhook',
    description:
      'Its secret is shown only once. It receives what its creator may see: events of keys and users need the scope `auth`, those of the tenant `*`.',
    body: webhookBody.extend({ secret: secret.optional() }),
    isVersioned: true,
    returns: WebhookWithSecret,
    before: lazy(handlers, 'prepareWebhook'),
    reads: ['url', 'headers', 'secret'],
    after: lazy(handlers, 'showSecret'),
    errors: [
      'PLAN_LIMIT_EXCEEDED',
      'INVALID_FILTER',
      'FILTER_TOO_EXPENSIVE',
      'UNKNOWN_PROPERTY',
      'INVALID_STATE',
      'INSUFFICIENT_SCOPE',
    ],
    example: { body: { url: 'https://example.com/hooks/insula', events: ['object.created'] } },
  }),
  {
    id: 'webhook.get',
    method: 'GET',
    path: webhook,
    scope: 'read',
    permission,
    summary: 'Get a webhook',
    isVersioned: true,
    returns: Webhook,
  },
  handled({
    id: 'webhook.update',
    method: 'PATCH',
    path: webhook,
    scope: 'write',
    permission,
    summary: 'Change, pause, resume or enable a webhook',
    description:
      'Events that happen while it is not active are not delivered later unless you recover them.',
    body: webhookBody.partial(),
    isVersioned: true,
    returns: Webhook,
    before: lazy(handlers, 'prepareChange'),
    reads: ['webhook_id', 'url', 'headers'],
    looks: ['webhook_sealed'],
    errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY', 'INSUFFICIENT_SCOPE'],
    example: { body: { status: 'paused' } },
  }),
  {
    id: 'webhook.delete',
    method: 'DELETE',
    path: webhook,
    scope: 'write',
    permission,
    summary: 'Delete a webhook, its deliveries and its dead letters',
    description: 'Asks for confirmation if it has deliveries or dead letters.',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    errors: ['DEPENDENCY_EXISTS'],
    isPatient: true,
  },
  handled({
    id: 'webhook.replay',
    method: 'POST',
    path: `${webhook}/replay`,
    scope: 'write',
    permission,
    summary: 'Send a sample event to a webhook',
    description: 'It is sent at once; the answer says how the webhook responded.',
    body: z.object({
      event: eventName,
      payload: openMap
        .refine(
          (payload) => Buffer.byteLength(JSON.stringify(payload)) <= maxPayloadBytes,
          'must not be larger than 64 KB',
        )
        .optional()
        .meta({ description: 'The `data` of the event' }),
    }),
    returns: Probe,
    handler: lazy(handlers, 'probeWebhook'),
    operations: ['webhook_sent'],
    errors: ['INVALID_STATE'],
    example: { body: { event: 'object.created', payload: { id: 'obj_1' } } },
  }),
  handled({
    id: 'webhook.rotate_secret',
    method: 'POST',
    path: `${webhook}/rotate-secret`,
    scope: 'write',
    permission,
    summary: 'Rotate a webhook’s signing secret',
    description: 'The old secret keeps signing as well for grace_period_seconds.',
    body: z.object({
      secret: secret.optional(),
      grace_period_seconds: gracePeriod,
    }),
    isVersioned: true,
    returns: WebhookWithSecret,
    before: lazy(handlers, 'prepareRotation'),
    reads: ['secret'],
    after: lazy(handlers, 'showSecret'),
    example: { body: { grace_period_seconds: 3600 } },
  }),
  handled({
    id: 'webhook.test',
    method: 'POST',
    path: `${webhook}/test`,
    scope: 'write',
    permission,
    summary: 'Send a webhook.test event to a webhook',
    description: 'It is sent at once; the answer says how the webhook responded.',
    returns: Probe,
    handler: lazy(handlers, 'probeWebhook'),
    errors: ['INVALID_STATE'],
  }),
  {
    id: 'webhook.recover',
    method: 'POST',
    path: `${webhook}/recover`,
    scope: 'write',
    permission,
    summary: 'Queue the events that a webhook has missed',
    description:
      'Events since a given time that match it now and were never delivered: from while it was paused, disabled or did not exist, and dead ones.',
    body: z.object({
      since: timestamp,
      until: timestamp.optional().meta({ description: 'Before this moment' }),
    }),
    returns: z.object({ queued: z.number().int() }),
    errors: ['INVALID_STATE'],
    isPatient: true,
    example: { body: { since: '2026-11-20T00:00:00+00:00' } },
  },
  {
    id: 'webhook_delivery.list',
    method: 'GET',
    path: '/v1/webhook-deliveries',
    scope: 'read',
    permission,
    summary: 'List webhook deliveries, newest first',
    description: 'Deliveries are kept for 30 days.',
    query: offsetQuery.extend({
      webhook_id: z.string().min(1).max(200).optional(),
      status: deliveryStatus.optional(),
      event_type: z.string().min(1).max(120).optional(),
      since: timestamp.optional().meta({ description: 'At or after this moment' }),
    }),
    returns: z.object({ deliveries: z.array(Delivery), ...total }),
  },
  {
    id: 'webhook_delivery.get',
    method: 'GET',
    path: delivery,
    scope: 'read',
    permission,
    summary: 'Get a delivery, with its request and response',
    returns: Delivery,
  },
  {
    id: 'webhook_delivery.retry',
    method: 'POST',
    path: `${delivery}/retry`,
    scope: 'write',
    permission,
    summary: 'Send a delivery again, with the same webhook-id',
    description:
      'Sends it immediately, whatever its status. A delivery that is about to be sent is not sent twice.',
    returns: z.object({ retried: z.literal(true) }),
    before: requireOn,
    errors: ['INVALID_STATE'],
  },
]);
