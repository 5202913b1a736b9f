import type { Answer, Client } from '../support/api.ts';

const functions = '/v1/functions';
let made = 0;

/** Makes a function of some code. @returns its path */
export async function define(api: Client, code: string, fields: object = {}): Promise<string> {
  const { body } = await api.post(functions, { name: `function ${++made}`, code, ...fields });
  if (!body.success) throw new Error(JSON.stringify(body));
  return `${functions}/${body.data.id}`;
}

/** Makes a function of some code, and runs it once. */
export async function execute(
  api: Client,
  code: string,
  input: object = {},
  fields: object = {},
): Promise<Answer> {
  return api.post(`${await define(api, code, fields)}/execute`, { input });
}

/** The last run of a function as its log shows it. */
export const lastLog = async (api: Client, path: string) =>
  (await api.get(`${path}/logs?limit=1`)).body.data.logs[0];
