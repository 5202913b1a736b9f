import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const automations: Group = {
  name: 'automations',
  description: 'Actions that run when something happens: triggers, conditions, actions, runs.',
  routes,
  events: { automation: 'created updated deleted triggered completed failed retried cancelled' },
  parameters: {
    automation_id: 'The id of an automation',
    run_id: 'The id of a run of an automation',
  },
  lanes: [async () => (await import('./lane.ts')).startAutomationLane],
};
