import type { Client } from '../support/api.ts';

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a query asks for
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: extensions are of each code
  errors: any[] | undefined;
}

/** Asks in GraphQL. */
export async function ask(
  api: Client,
  query: string,
  variables?: object,
  more: { operationName?: string; headers?: Record<string, string> } = {},
): Promise<Answered> {
  const { headers, ...named } = more;
  const { status, body } = await api.post('/v1/graphql', { query, variables, ...named }, headers);
  return { status, data: body.data, errors: body.errors };
}

/** Its data, where nothing may go wrong. */
export async function dataOf(
  api: Client,
  query: string,
  variables?: object,
): Promise<Answered['data']> {
  const { status, data, errors } = await ask(api, query, variables);
  if (status !== 200 || errors) throw new Error(JSON.stringify({ status, errors }));
  return data;
}
