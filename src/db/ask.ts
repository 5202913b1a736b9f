import type pg from 'pg';
import { isRetryable } from './errors.ts';

/** Runs a statement: of graphile-worker's helpers, or of a connection. */
export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>;

const maxTries = 5;

/** The one value that a statement `select … as answer` answers. A query is prepared under its text. */
export async function ask<T>(
  from: Query | Pick<pg.Pool, 'query'>,
  text: string,
  values: unknown[],
): Promise<T> {
  const { rows } =
    typeof from === 'function'
      ? await from<{ answer: T }>(text, values)
      : await from.query<{ answer: T }>({ name: text.slice(0, 63), text, values });
  return (rows[0] as { answer: T }).answer;
}

/** As `ask`; a transaction that has crossed another's is tried again at once. */
export async function askAgain<T>(
  from: Query | Pick<pg.Pool, 'query'>,
  text: string,
  values: unknown[],
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(from, text, values);
    } catch (error) {
      if (!isRetryable(error) || tries === maxTries) throw error;
    }
  }
}
