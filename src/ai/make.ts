import { type Judge, jsonIn } from './json-schema.ts';
import type { Message, ModelAsker, Question, Tokens } from './model.ts';

/** What a model has made, and what it took. */
export interface Made {
  model: string;
  tokens: Tokens;
  text?: string;
  object?: unknown;
  /** It is not as the schema says, and why. */
  fault?: string;
}

/** Asks a model for a text, or for JSON: once again, with what was wrong, if it is not as the schema says. */
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
  const read = readAs(judge, first.content);
  if (!read.fault) return { ...made, object: read.object };
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
  return { model: second.model, tokens, ...readAs(judge, second.content) };
}

function readAs(judge: Judge, said: string): { object?: unknown; fault?: string } {
  try {
    const object = jsonIn(said);
    const fault = judge(object);
    return fault === undefined ? { object } : { fault };
  } catch {
    return { fault: 'it is not JSON' };
  }
}
