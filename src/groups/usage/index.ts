import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const usage: Group = {
  name: 'usage',
  description:
    'Usage and activity of a tenant in figures. docs/data/usage.md explains what is counted, and when.',
  routes,
  events: { usage: 'limit_reached' },
  tasks: { plan_standings: async () => (await import('./plan-standings.ts')).planStandings },
};
