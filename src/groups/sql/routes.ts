import { z } from 'zod';
import { lazy } from '../../operations/lazy-handler.ts';
import { handled, notImpersonated, type Route } from '../../operations/route.ts';
import { allowWrite, dryRun, explain, parameters, SqlAnswer, statement } from './shapes.ts';

export const routes: Route[] = notImpersonated([
  handled({
    id: 'sql.run',
    rides: 'quick',
    method: 'POST',
    path: '/v1/sql',
    scope: 'sql',
    permission: 'sql:read',
    isMutation: false,
    summary: 'Run an SQL statement',
    description:
      'One PostgreSQL SELECT with your object types as tables and `$1` for `params`. At most ' +
      '1,000 rows and 5 MB, within 5 seconds. With `allow_write` also an INSERT, UPDATE or ' +
      'DELETE of objects, with the same checks and events as in the rest of the API.',
    body: z.object({
      sql: statement,
      params: parameters.optional(),
      explain: explain.optional(),
      allow_write: allowWrite.optional(),
      dry_run: dryRun.optional(),
    }),
    returns: SqlAnswer,
    handler: lazy(() => import('./handlers/run.ts'), 'runSql'),
    forCode: lazy(() => import('./for-code.ts'), 'askSql'),
    operations: ['sql_end', 'sql_write'],
    errors: [
      'SQL_ERROR',
      'POLICY_DENIED',
      'VERSION_CONFLICT',
      'UNKNOWN_PROPERTY',
      'UNIQUE_VIOLATION',
      'INVALID_STATE',
    ],
    example: { body: { sql: 'select name from contacts where name like $1', params: ['A%'] } },
  }),
]);
