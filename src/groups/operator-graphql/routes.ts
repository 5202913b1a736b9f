import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
import { responseType } from '../../tools/graphql/response-type.ts';
import { GraphqlAnswer, question } from '../graphql/shapes.ts';

export const routes: Route[] = [
  handled({
    id: 'operator_graphql.run',
    method: 'POST',
    path: '/admin/graphql',
    scope: 'platform',
    platformScope: 'by_field',
    summary: 'Run a GraphQL operation over all tenants',
    description:
      'Needs ADMIN_GRAPHQL=on. Reads tenants, their keys, usage, queues, dead letters and ' +
      'journal; mutations are named after their operations under /admin, such as tenantSuspend, ' +
      'and do the same. See docs/operate/admin-graphql.md.',
    body: question,
    bareAs: responseType,
    returns: GraphqlAnswer,
    handler: lazy(() => import('./handlers/graphql.ts'), 'runOperatorGraphql'),
    isComposed: true,
    isMutation: false,
    errors: ['NOT_FOUND'],
    example: { body: { query: '{ tenants(first: 20) { nodes { id name planTier } } }' } },
  }),
];
