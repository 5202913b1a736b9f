import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const shards: Group = {
  name: 'shards',
  description:
    'Where tenants live, for the operator: their number, size and health. One PostgreSQL is the shard main. See docs/operate/routes.md.',
  routes,
  parameters: { shard_id: 'The id of a shard: main' },
};
