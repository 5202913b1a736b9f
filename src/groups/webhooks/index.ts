import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export { newSecret, previewOf, sign } from './secret.ts';
export { gracePeriod } from './shapes.ts';
export { signedHeaders, verifySigned } from './verify.ts';

export const webhooks: Group = {
  name: 'webhooks',
  description:
    'URLs that receive events, with signatures (Standard Webhooks) and retries. See docs/events/webhooks.md.',
  routes,
  events: {
    webhook: 'created updated deleted disabled secret_rotated recovered',
    delivery: 'retried',
  },
  parameters: {
    webhook_id: 'The id of a webhook',
    delivery_id: 'The id of a delivery to a webhook',
  },
  lanes: [async () => (await import('./lane.ts')).startWebhookLane],
};
