import type pg from 'pg';

/** Runs a statement: of graphile-worker's helpers, or of a connection. */
export type Query = <Row extends pg.QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<{ rows: Row[] }>;

/** The one value that a statement `select … as answer` answers. */
export async function ask<T>(query: Query, text: string, values: unknown[]): Promise<T> {
  const { rows } = await query<{ answer: T }>(text, values);
  return (rows[0] as { answer: T }).answer;
}
