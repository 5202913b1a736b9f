import type pg from 'pg';

/** The answer of a function of the schema jobs, named `answer` in a prepared statement. */
export async function ask<T>(
  client: Pick<pg.Pool, 'query'>,
  text: string,
  values: unknown[],
): Promise<T> {
  const { rows } = await client.query<{ answer: T }>({ name: text.slice(0, 63), text, values });
  return (rows[0] as { answer: T }).answer;
}
