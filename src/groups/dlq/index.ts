import type { Group } from '../../tools/manifest/group.ts';
import { operatorRoutes } from './operator-routes.ts';
import { routes } from './routes.ts';

export const dlq: Group = {
  name: 'dlq',
  description:
    'Dead letters: work that failed at every attempt, to be inspected, retried or discarded.',
  routes: [...routes, ...operatorRoutes],
  events: { dead_letter: 'retried discarded' },
  parameters: {
    msg_id: 'The id of a dead letter',
  },
};
