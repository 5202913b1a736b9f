import { newSecret } from '../../src/groups/webhooks/secret.ts';
import type { Case, Scene } from '../support/journal-cases.ts';

const webhooks = '/v1/webhooks';
const url = 'https://hooks.example/journal';

/** Of what was made before the call under test. */
let id: string;
const newWebhook = async ({ tenant }: Scene) => {
  id = (await tenant.post(webhooks, { url, events: ['custom.none'] })).body.data.id;
  return `${webhooks}/${id}`;
};
const newDelivery = async (scene: Scene) => {
  await scene.tenant.post(`${await newWebhook(scene)}/test`);
  id = (await scene.tenant.get('/v1/webhook-deliveries')).body.data.deliveries[0].id;
  return `/v1/webhook-deliveries/${id}`;
};

/** One case for each operation on webhooks that changes something. */
export const journalCases: Record<string, Case> = {
  'webhook.create': {
    call: ({ tenant }, h) => tenant.post(webhooks, { url }, h),
    rows: (_, data) => [['webhook.created', 'webhook', data.id]],
    refused: ({ tenant }, h) => tenant.post(webhooks, { url: 'https://10.0.0.1/' }, h),
  },
  'webhook.update': {
    call: async (scene, h) => scene.tenant.patch(await newWebhook(scene), { status: 'paused' }, h),
    rows: () => [['webhook.updated', 'webhook', id]],
    refused: ({ tenant }, h) => tenant.patch(`${webhooks}/whk_0`, { status: 'paused' }, h),
  },
  'webhook.delete': {
    call: async (scene, h) => scene.tenant.delete(await newWebhook(scene), undefined, h),
    rows: () => [['webhook.deleted', 'webhook', id]],
    refused: ({ tenant }, h) => tenant.delete(`${webhooks}/whk_0`, undefined, h),
  },
  'webhook.rotate_secret': {
    call: async (scene, h) =>
      scene.tenant.post(`${await newWebhook(scene)}/rotate-secret`, { secret: newSecret() }, h),
    rows: () => [['webhook.secret_rotated', 'webhook', id]],
    refused: async (scene, h) =>
      scene.tenant.post(`${await newWebhook(scene)}/rotate-secret`, { secret: 'x' }, h),
  },
  'webhook.recover': {
    call: async (scene, h) =>
      scene.tenant.post(
        `${await newWebhook(scene)}/recover`,
        { since: new Date().toISOString() },
        h,
      ),
    rows: () => [['webhook.recovered', 'webhook', id]],
    refused: async (scene, h) =>
      scene.tenant.post(`${await newWebhook(scene)}/recover`, { since: 'now' }, h),
  },
  'webhook_delivery.retry': {
    call: async (scene, h) => scene.tenant.post(`${await newDelivery(scene)}/retry`, undefined, h),
    rows: () => [['delivery.retried', 'delivery', id]],
    refused: ({ tenant }, h) => tenant.post('/v1/webhook-deliveries/whd_0/retry', undefined, h),
  },
  // A test call changes nothing but the log of deliveries.
  'webhook.test': {
    call: async (scene, h) => scene.tenant.post(`${await newWebhook(scene)}/test`, undefined, h),
    rows: () => [],
    refused: ({ tenant }, h) => tenant.post(`${webhooks}/whk_0/test`, undefined, h),
  },
  'webhook.replay': {
    call: async (scene, h) =>
      scene.tenant.post(`${await newWebhook(scene)}/replay`, { event: 'custom.x' }, h),
    rows: () => [],
    refused: async (scene, h) =>
      scene.tenant.post(`${await newWebhook(scene)}/replay`, { event: 'x' }, h),
  },
};
