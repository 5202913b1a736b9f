import { fromRefusal } from '../db/errors.ts';

/** The parts of the wire format that do not come from the database. */
const headersMark = '{"$headers" : ';
const dataMark = ', "data" : ';
const refusalMark = '{"$refuse" : ';

export interface Answer {
  headers: Record<string, string>;
  /** json text, never parsed on its way through. */
  data: string;
}

/**
 * Takes the answer of a database function apart: `{"$headers":{…},"data":…}` (app.answer, also around another one),
 * `{"$refuse":…}` (app.refuse) or the data itself.
 * @throws ApiError for a refusal
 */
export function openAnswer(body: string): Answer {
  const headers: Record<string, string> = {};
  let data = body;
  while (data.startsWith(headersMark)) {
    const at = data.indexOf(dataMark);
    Object.assign(headers, JSON.parse(data.slice(headersMark.length, at)));
    data = data.slice(at + dataMark.length, -1);
  }
  if (!data.startsWith(refusalMark)) return { headers, data };
  // A refusal changed nothing that a receipt could show.
  const { 'X-Tx-Id': _, ...kept } = headers;
  throw fromRefusal(data, kept);
}

/** The data of an answer, parsed; null where an SQL function returns null. @throws ApiError for a refusal */
export const dataOf = <T>(body: string | null): T =>
  JSON.parse(body === null ? 'null' : openAnswer(body).data);

/** An answer as app.answer writes it. @param data json text */
export const makeAnswer = (headers: Answer['headers'], data: string): string =>
  `${headersMark}${JSON.stringify(headers)}${dataMark}${data}}`;

/** The same answer with other data: what a handler makes of them. @throws ApiError for a refusal */
export async function remakeData<T>(
  body: string,
  make: (data: T) => object | Promise<object>,
): Promise<string> {
  const { headers, data } = openAnswer(body);
  return withHeaders(headers, JSON.stringify(await make(JSON.parse(data))));
}

/** The answer that has such headers, if any. @param data json text */
export const withHeaders = (headers: Answer['headers'], data: string): string =>
  Object.keys(headers).length === 0 ? data : makeAnswer(headers, data);
