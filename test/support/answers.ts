import type { Client } from './api.ts';

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked against OpenAPI, at run time
export type Data = any;

/** The data of an answer that is good. */
export async function good(answering: ReturnType<Client['get']>): Promise<Data> {
  const { body } = await answering;
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}

/** The status and the field, or else the code, of an answer that refuses. */
export async function refusal(answering: ReturnType<Client['get']>): Promise<[number, string]> {
  const { status, body } = await answering;
  return [status, body.error?.param ?? body.error?.code];
}
