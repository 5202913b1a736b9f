import { type ApiClient, CallError, type Reply } from '../api-client.ts';

export interface Answer {
  columns: string[];
  rows: Record<string, unknown>[];
  truncated: boolean;
}

/** The rows of a statement. @throws CallError with the place in the statement that it is about */
export async function ask(client: ApiClient, sql: string, params: unknown[]): Promise<Answer> {
  const { data, error } = await client.call('POST', '/v1/sql', { sql, params });
  if (error) throw new CallError(describe(sql, error));
  return data;
}

/** An error, with the line of the statement that it is about, and a mark below it. */
function describe(sql: string, { code, message, details }: NonNullable<Reply['error']>): string {
  const { position } = (details ?? {}) as { position?: number };
  if (position === undefined) return `${message} (${code})`;
  const before = [...sql].slice(0, position - 1).join('');
  const line = sql.split('\n')[before.split('\n').length - 1] ?? '';
  const column = [...(before.split('\n').at(-1) ?? '')].length;
  return `${message} (${code})\n  ${line}\n  ${' '.repeat(column)}^`;
}
