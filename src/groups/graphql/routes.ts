import { lazy } from '../../operations/lazy-handler.ts';
import { handled, type Route } from '../../operations/route.ts';
import { responseType } from '../../tools/graphql/response-type.ts';
import { GraphqlAnswer, question } from './shapes.ts';

export const routes: Route[] = [
  handled({
    id: 'graphql.run',
    rides: 'search',
    method: 'POST',
    path: '/v1/graphql',
    scope: 'read',
    summary: 'Run a GraphQL operation',
    description:
      'Queries and mutations over your object types, files and users: docs/data/graphql.md. Each field needs the right that ' +
      'its own route needs. The answer has no envelope: errors of fields are in `errors`, with the codes of the API as ' +
      '`extensions.code`.',
    body: question,
    bareAs: responseType,
    returns: GraphqlAnswer,
    handler: lazy(() => import('./handlers/run.ts'), 'runGraphql'),
    looks: ['graphql_links'],
    example: { body: { query: '{ __schema { queryType { fields { name } } } }' } },
  }),
];
