import { type Judge, jsonIn, judgeOf } from '../../../ai/json-schema.ts';
import type { Message, ModelAsker, Question, Tokens } from '../../../ai/model.ts';
import { tokensOf } from '../../../ai/words.ts';
import { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { withModels } from './models.ts';

interface Asked {
  prompt?: string;
  template?: string;
  variables: object;
  output_schema?: Record<string, unknown>;
  system?: string;
  temperature?: number;
  max_tokens: number;
  model?: string;
  provider_id?: string;
}

/** What a model has made, and what it took. */
interface Made {
  model: string;
  tokens: Tokens;
  text?: string;
  object?: unknown;
  /** It is not as the schema says, and why. */
  fault?: string;
}

/** POST /v1/ai/generate */
export async function generate(call: HandlerCall<Asked>): Promise<string> {
  const { args, ctx } = call;
  const { output_schema: schema, template, variables, provider_id, max_tokens } = args;
  const judge = schema && (await judgeOf(schema, 'output_schema'));
  const prompt =
    args.prompt ??
    (await call.ask<{ prompt: string }>('ai_prompt', { template, variables })).prompt;
  const tokens = (tokensOf(prompt) + max_tokens) * (schema ? 2 : 1);
  return withModels(call, { provider_id, tokens }, async ({ models, used }) => {
    const { system, temperature, model } = args;
    const asked = { system, temperature, model, schema, maxTokens: max_tokens, signal: ctx.signal };
    const made = await makeOf(models, asked, prompt, judge);
    const counted = used(made.model, made.tokens);
    if (made.fault) {
      await call.ask('ai_release', { operation: 'generate', used: counted });
      throw new ApiError(
        'UPSTREAM_ERROR',
        `The model did not answer as output_schema says: ${made.fault}`,
      );
    }
    const { prompt_tokens, completion_tokens } = counted;
    const usage = {
      prompt_tokens,
      completion_tokens,
      total_tokens: prompt_tokens + completion_tokens,
    };
    const answer = {
      model: made.model,
      text: made.text ?? null,
      object: made.object ?? null,
      usage,
    };
    return call.run('ai_generate', { used: counted, answer });
  });
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
