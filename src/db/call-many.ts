import type pg from 'pg';
import type { Query } from './connections.ts';

/** A call as gateway.call takes it: tenant, credential, operation, input. */
export type CallValues = [
  tenant: string,
  credential: string,
  operation: string,
  /** JSON; bytes of a call that travels on its own. */
  input: string | Buffer,
];

/** The result of one of several calls; `state` is the SQLSTATE of its error. */
export interface Outcome {
  body: string | null;
  state: string | null;
  message: string | null;
  detail: string | null;
  ms: number;
}

/** Runs a statement. */
export type Rows = <Row extends pg.QueryResultRow>(query: Query) => Promise<Row[]>;

/** Several calls as one statement. */
export async function callMany(rows: Rows, calls: CallValues[]): Promise<Outcome[]> {
  return rows<Outcome>({
    name: 'call_many',
    text: 'select body, state, message, detail, ms from gateway.call_many($1, $2, $3, $4)',
    values: [0, 1, 2, 3].map((n) => textArray(calls.map((values) => values[n] as string | Buffer))),
  });
}

/** The type of a text, in PostgreSQL. */
const textOid = 25;

/**
 * Texts as PostgreSQL's binary form of an array: as its text form, each quote in their JSON would be escaped here and
 * unescaped there.
 */
export function textArray(texts: readonly (string | Buffer)[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const size = lengths.reduce((sum, length) => sum + 4 + length, 20);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  // Dimensions, no nulls, type, elements, the number of the first one.
  for (const head of [1, 0, textOid, texts.length, 1]) at = bytes.writeInt32BE(head, at);
  for (const [n, text] of texts.entries()) {
    at = bytes.writeInt32BE(lengths[n] as number, at);
    at += typeof text === 'string' ? bytes.write(text, at) : text.copy(bytes, at);
  }
  return bytes;
}

/** The same on a cluster, for calls of one tenant: the statement goes to its node. */
export async function callManyOf(rows: Rows, calls: CallValues[]): Promise<Outcome[]> {
  const columns = [1, 2, 3].map((n) => calls.map((values) => values[n]));
  const [row] = await rows<{ answers: (string | null)[] }>({
    name: 'call_many_of',
    text: 'select gateway.call_many_of($1, $2, $3, $4) as answers',
    values: [calls[0]?.[0], ...columns],
  });
  return calls.map((_, n) => {
    const [body, state, message, detail, ms] = (row?.answers.slice(n * 5, n * 5 + 5) ?? []) as [
      Outcome['body'],
      Outcome['state'],
      Outcome['message'],
      Outcome['detail'],
      string,
    ];
    return { body, state, message, detail, ms: Number(ms) };
  });
}
