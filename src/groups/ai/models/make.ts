import { type Judge, jsonIn } from '../../../tools/json-schema/json-schema.ts';
import type { Answered, Message, ModelAsker, Question, Tokens } from './model.ts';

/** The output of a model, and the tokens that it used. */
export interface Made {
  model: string;
  tokens: Tokens;
  text?: string;
  object?: unknown;
  /** It does not match the schema, and why. */
  fault?: string;
  /** It had to end before it was whole: the question allows too few tokens. */
  isCut?: boolean;
}

/** Asks a model for a text, or for JSON: once again, with what was wrong, if it does not match the schema. */
export async function makeOf(
  models: ModelAsker,
  asked: Omit<Question, 'messages'>,
  prompt: string,
  judge: Judge | undefined,
): Promise<Made> {
  const messages: Message[] = [{ role: 'user', content: prompt }];
  const first = await models.chat({ ...asked, messages });
  const made = { model: first.model, tokens: first.tokens };
  if (!judge) return { ...made, text: first.content };
  const read = await readAs(judge, first);
  // Asked again it would be as long.
  if (!read.fault || read.isCut) return { ...made, ...read };
  messages.push(
    { role: 'assistant', content: first.content.slice(0, 20_000) || '{}' },
    {
      role: 'user',
      content: `That is wrong: ${read.fault}. Answer again, with JSON and nothing else.`,
    },
  );
  const second = await models.chat({ ...asked, messages });
  const tokens = {
    prompt: first.tokens.prompt + second.tokens.prompt,
    completion: first.tokens.completion + second.tokens.completion,
  };
  return { model: second.model, tokens, ...(await readAs(judge, second)) };
}

async function readAs(
  judge: Judge,
  { content, finishReason }: Answered,
): Promise<Pick<Made, 'object' | 'fault' | 'isCut'>> {
  let read: ReturnType<typeof jsonIn>;
  try {
    read = jsonIn(content);
  } catch {
    return { fault: 'it is not JSON', isCut: finishReason === 'length' };
  }
  const fault = read.fault ?? (await judge(read.object));
  return fault === undefined ? { object: read.object } : { fault };
}
