import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';
import { runRoutes } from './run-routes.ts';

export const workflows: Group = {
  name: 'workflows',
  description:
    'Tasks and approvals for objects: states, transitions, timeouts and runs. See docs/work/workflows.md.',
  routes: [...routes, ...runRoutes],
  events: {
    workflow:
      'created updated deleted published started transitioned completed failed cancelled retried',
  },
  parameters: {
    workflow_id: 'The id of a workflow',
    workflow_run_id: 'The id of a run of a workflow',
  },
  lanes: [async () => (await import('./lane.ts')).startWorkflowLane],
  exports: {
    workflow_tasks: 'Workflow tasks that are assigned to you',
  },
};
