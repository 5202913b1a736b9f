import type { Group } from '../../tools/manifest/group.ts';
import { OperatorGraphql } from './graphql/operator-graphql.ts';
import { routes } from './routes.ts';

export const operatorGraphql: Group = {
  name: 'operator-graphql',
  description: 'GraphQL over all tenants. Needs the platform key (PLATFORM_ADMIN_KEY).',
  routes,
  apiServices: (_, apiUrl) => ({ operatorGraphql: new OperatorGraphql(apiUrl) }),
};
