import type { ApiClient, Reply } from '../cli/api-client.ts';
import { type Call, curl } from './curl.ts';
import { asking } from './questions/asking.ts';
import { changing } from './questions/changing.ts';
import { deleting } from './questions/deleting.ts';
import { finding } from './questions/finding.ts';
import { keys } from './questions/keys.ts';
import { reading } from './questions/reading.ts';
import { refusals } from './questions/refusals.ts';
import { together } from './questions/together.ts';

/** Values that earlier answers leave for later questions: ids, cursors, tokens. */
export type Memory = Record<string, string>;

/** One call that shows something of the API. */
export interface Question {
  asks: string;
  /** The data set that it is about; not asked when that could not be loaded. */
  about?: string;
  /** The call to send; undefined when an earlier question did not leave the values that it needs. */
  call(memory: Memory): Call | undefined;
  /** Sent with this token instead of the caller's own. */
  token?(memory: Memory): string | undefined;
  /** The line to show, where it is not simply the call. */
  line?(url: string, token: string): string;
  /** Keeps what later questions take, of a refusal too. */
  remembers?(reply: Reply, memory: Memory): void;
  /** The answer in one line; a refusal speaks for itself. */
  says?(reply: Reply): string;
}

export interface Asked {
  asks: string;
  /** Works when pasted. */
  line: string;
  answer: string;
  status: number;
  ms: number;
}

const questions: Question[] = [
  ...reading,
  ...finding,
  ...changing,
  ...together,
  ...refusals,
  ...keys,
  ...deleting,
  ...asking,
];

/** Asks everything that can be asked of the data sets that are there, one after another. */
export async function* ask(client: ApiClient, names: string[]): AsyncGenerator<Asked> {
  const memory: Memory = {};
  for (const question of questions) {
    const call = question.call(memory);
    if (!call || (question.about && !names.includes(question.about))) continue;
    const token = question.token?.(memory) ?? client.token;
    const reply = await client.as(token).call(call.method, call.path, call.body);
    question.remembers?.(reply, memory);
    yield {
      asks: question.asks,
      line: question.line?.(client.url, token) ?? curl(client.url, token, call),
      answer: answerOf(question, reply),
      status: reply.status,
      ms: reply.ms,
    };
  }
}

function answerOf(question: Question, reply: Reply): string {
  const { status, error } = reply;
  if (error) return `${status} ${error.code}: ${error.message}`;
  return question.says?.(reply) ?? JSON.stringify(reply.data);
}
