import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const billing: Group = {
  name: 'billing',
  description: 'Plans and how a tenant pays for one. See docs/operate/billing.md.',
  routes,
  tasks: {
    subscription_period: async () => (await import('./subscription-period.ts')).subscriptionPeriod,
  },
  events: { subscription: 'updated deleted' },
  parameters: { kind: 'A page of the mock provider: checkout or portal' },
};
