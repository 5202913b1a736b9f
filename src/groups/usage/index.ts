import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const usage: Group = {
  name: 'usage',
  description:
    'What a tenant uses and what happens in it, in figures. docs/data/usage.md says what counts, and when.',
  routes,
  events: { usage: 'limit_reached' },
  tasks: { plan_standings: async () => (await import('./plan-standings.ts')).planStandings },
};
