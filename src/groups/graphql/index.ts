import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';

export const graphql: Group = {
  name: 'graphql',
  description: 'GraphQL queries and mutations over your object types. See docs/data/graphql.md.',
  routes,
};
