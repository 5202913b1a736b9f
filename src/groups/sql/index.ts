import type { Group } from '../group.ts';
import { routes } from './routes.ts';

export const sql: Group = {
  name: 'sql',
  description: 'Questions in SQL, over your object types as tables. See docs/data/sql.md.',
  routes,
  events: { sql: 'executed' },
};
