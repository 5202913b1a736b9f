import { ApiError } from '../../../ground/errors.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { judgeOf } from '../../../tools/json-schema/json-schema.ts';
import { makeOf } from '../models/make.ts';
import { withModels } from '../models/with-models.ts';
import { tokensOf } from '../models/words.ts';
import { doorOf } from './door.ts';

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

/** POST /v1/ai/generate */
export async function generate(call: HandlerCall<Asked>): Promise<AnyAnswer> {
  const { args, ctx, caller } = call;
  const { output_schema: schema, template, variables, provider_id, max_tokens } = args;
  const judge = schema && (await judgeOf(caller.tenant, schema, 'output_schema'));
  const prompt =
    args.prompt ??
    (await call.ask<{ prompt: string }>('ai_prompt', { template, variables })).prompt;
  const tokens = (tokensOf(prompt) + max_tokens) * (schema ? 2 : 1);
  return withModels(doorOf(call), { provider_id, tokens }, async ({ models, provider, used }) => {
    const { system, temperature, model } = args;
    const asked = { system, temperature, model, schema, maxTokens: max_tokens, signal: ctx.signal };
    const made = await makeOf(models, asked, prompt, judge);
    const counted = used(made.model, made.tokens);
    if (made.fault) {
      await call.ask('ai_release', { operation: 'generate', used: counted });
      if (made.isCut)
        throw ApiError.invalid(
          'max_tokens',
          'too_small',
          'is too small for the answer that output_schema requires',
        );
      if (provider === 'local')
        throw ApiError.invalid(
          'output_schema',
          'invalid',
          `requires something that the local model cannot generate: ${made.fault}`,
        );
      throw new ApiError(
        'UPSTREAM_ERROR',
        `The model’s answer does not match output_schema: ${made.fault}`,
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
