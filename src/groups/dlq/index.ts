import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const dlq: Group = {
  name: 'dlq',
  description: 'Dead letters: what failed at each attempt, to be looked at, retried, thrown away.',
  routes,
  events: { dead_letter: 'retried discarded' },
};
