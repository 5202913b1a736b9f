import { ApiError } from '../../errors.ts';
import type { AskSql } from '../../sandbox/ask-sql.ts';
import type { Group } from '../group.ts';
import { routes } from './routes.ts';
import { longestStatement } from './shapes.ts';

export { isNumericColumn } from './numeric-column.ts';

/** How functions and scheduled jobs ask in SQL. */
export const loadAskSql = async (): Promise<AskSql> => (await import('./for-code.ts')).askSql;

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
  askSql: loadAskSql,
  events: { sql: 'executed' },
};
