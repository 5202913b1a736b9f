import { ApiError } from '../../ground/errors.ts';
import type { Route } from '../../operations/route.ts';
import { type ActingDoor, runForCode } from '../../operations/run.ts';
import type { SqlRequest } from '../../tools/functions/ask-sql.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { routes } from './routes.ts';
import { longestStatement } from './shapes.ts';

const [run] = routes;

export { isNumericColumn } from './numeric-column.ts';

/** Asks in SQL as the principal of a door. @returns the data of POST /v1/sql as JSON text */
export const askSql = (door: ActingDoor, request: SqlRequest): Promise<string> =>
  runForCode(door, run as Route, request);

/** @throws 400 with the path `code`, for what is not one statement that may be run */
export async function checkSqlCode(code: string): Promise<void> {
  const { readStatement } = await import('./statement.ts');
  if (code.length > longestStatement)
    throw ApiError.invalid(
      'code',
      'too_long',
      `must not be longer than ${longestStatement} characters`,
    );
  await readStatement(code).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw ApiError.invalid('code', 'invalid_code', `cannot be run. ${error.message}`);
  });
}

export const sql: Group = {
  name: 'sql',
  description: 'SQL over your object types as tables. See docs/data/sql.md.',
  routes,
  events: { sql: 'executed' },
};
