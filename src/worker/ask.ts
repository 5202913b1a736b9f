import type pg from 'pg';
import { isRetryable } from '../db/errors.ts';

const maxTries = 5;

/** The answer of a function of the schema jobs, named `answer` in a prepared statement. */
export async function ask<T>(
  client: Pick<pg.Pool, 'query'>,
  text: string,
  values: unknown[],
): Promise<T> {
  const { rows } = await client.query<{ answer: T }>({ name: text.slice(0, 63), text, values });
  return (rows[0] as { answer: T }).answer;
}

/** As `ask`; a transaction that has crossed another's is tried again at once. */
export async function askAgain<T>(
  client: Pick<pg.Pool, 'query'>,
  text: string,
  values: unknown[],
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask(client, text, values);
    } catch (error) {
      if (!isRetryable(error) || tries === maxTries) throw error;
    }
  }
}
