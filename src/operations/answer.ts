import { fromRefusal } from '../db/errors.ts';
import type { ApiError } from '../ground/errors.ts';

/** An answer in this process: its data are never searched for marks again. */
export interface Answer {
  headers: Record<string, string>;
  /** JSON text, never parsed on its way through. */
  data: string;
  /** Instead of the one of its row: 200 for what was there before. */
  status?: number;
  /** In place of the data. Its records are committed. */
  refusal?: ApiError;
}

/** An answer, or only its data as JSON text. */
export type AnyAnswer = Answer | string;

/** The flags of a row that say what its SQL function writes around its data. */
export interface Marks {
  /** It answers with headers of its own: app.answer, app.listed. */
  carriesHeaders?: true | undefined;
  /** It may refuse and commit what the refusal had to record: app.refuse. */
  mayRefuse?: boolean | undefined;
}

const headersMark = '{"$headers" : ';
const dataMark = ', "data" : ';
const refusalMark = '{"$refuse" : ';

/** The headers that the gateway writes around the answer of any operation, each once. */
const ofGateway = ['X-Plan-Usage', 'Idempotent-Replayed', 'X-Tx-Id'];

/**
 * Takes the answer of the database apart: the headers of the gateway, and those marks that its row says its function
 * writes. Anything else that looks like a mark is data of a tenant, and stays as it is.
 */
export function readAnswer(body: string | null, { carriesHeaders, mayRefuse }: Marks): Answer {
  const headers: Answer['headers'] = {};
  let status: number | undefined;
  let data = body ?? 'null';
  for (let isOpen = true; isOpen && data.startsWith(headersMark); ) {
    const at = data.indexOf(dataMark);
    const found: Answer['headers'] = JSON.parse(data.slice(headersMark.length, at));
    const isOfGateway = Object.keys(found).every((name) => ofGateway.includes(name));
    if (!isOfGateway && !carriesHeaders) break;
    isOpen = isOfGateway;
    const { $status, ...named } = found;
    if ($status) status = Number($status);
    Object.assign(headers, named);
    data = data.slice(at + dataMark.length, -1);
  }
  if (!mayRefuse || !data.startsWith(refusalMark))
    return status ? { headers, status, data } : { headers, data };
  // A refusal changed nothing that a receipt could show.
  const { 'X-Tx-Id': _, ...kept } = headers;
  return { headers, data: 'null', refusal: fromRefusal(JSON.parse(data).$refuse, kept) };
}

/** An answer as an object. @throws ApiError for a refusal */
export function openAnswer(answered: AnyAnswer): Answer {
  if (typeof answered === 'string') return { headers: {}, data: answered };
  if (answered.refusal) throw answered.refusal;
  return answered;
}

/** The data of an answer, parsed. @throws ApiError for a refusal */
export const dataOf = <T>(answered: AnyAnswer): T => JSON.parse(openAnswer(answered).data);

/** @param data JSON text */
export const makeAnswer = (headers: Answer['headers'], data: string): Answer => ({ headers, data });

/** The same answer with other data: what a handler makes of them. @throws ApiError for a refusal */
export async function remakeData<T>(
  answered: AnyAnswer,
  make: (data: T) => object | Promise<object>,
): Promise<Answer> {
  const { headers, data } = openAnswer(answered);
  return makeAnswer(headers, JSON.stringify(await make(JSON.parse(data))));
}
