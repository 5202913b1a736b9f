import type { ApiClient, Reply } from '../api-client.ts';
import { curl } from './curl.ts';
import type { Memory, Question } from './question.ts';
import { asking } from './questions/asking.ts';
import { changing } from './questions/changing.ts';
import { deleting } from './questions/deleting.ts';
import { finding } from './questions/finding.ts';
import { keys } from './questions/keys.ts';
import { reading } from './questions/reading.ts';
import { refusals } from './questions/refusals.ts';
import { together } from './questions/together.ts';

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
