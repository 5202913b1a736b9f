import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const errors: Group = {
  name: 'errors',
  description:
    'Errors that applications report, counted by what they have in common. docs/data/error-reports.md walks through.',
  routes,
  events: { error: 'reported updated' },
  parameters: { error_id: 'The id of an error' },
};
