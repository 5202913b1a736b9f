import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const webhooks: Group = {
  name: 'webhooks',
  description:
    'Addresses that are told of events, with signatures (Standard Webhooks) and retries. docs/events/webhooks.md walks through.',
  routes,
  events: {
    webhook: 'created updated deleted disabled secret_rotated recovered',
    delivery: 'retried',
  },
  lanes: [async () => (await import('./lane.ts')).startWebhookLane],
};
