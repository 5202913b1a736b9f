import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import type { AnyAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type ModelCall, withModels } from '../models/with-models.ts';
import { tokensOf } from '../models/words.ts';
import { doorOf } from './door.ts';

type Call = HandlerCall<{ input: string | string[]; provider_id?: string; model?: string }>;

const moderating = job<typeof import('../models/moderation.ts').moderateAll>(
  'moderateAll',
  new URL('../models/moderation.ts', import.meta.url),
);

/** POST /v1/ai/moderate: by OpenAI where that is the provider, otherwise by the local word list. */
export function moderate(call: Call): Promise<AnyAnswer> {
  const texts = [call.args.input].flat();
  const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
  return withModels(doorOf(call), { provider_id: call.args.provider_id, tokens }, async (at) => {
    const { model, results } = await judge(call, at, texts);
    const used = at.used(model, { prompt: tokens, completion: 0 });
    return call.run('ai_moderate', { used, answer: { model, results } });
  });
}

async function judge(
  { args, ctx, caller, services }: Call,
  { provider, settings }: ModelCall,
  texts: string[],
) {
  const { signal } = ctx;
  if (provider !== 'openai')
    return {
      model: 'local-words',
      results: await compute(caller.tenant, moderating, [texts], signal),
    };
  const { moderateAtOpenai } = await import('../models/remote-moderation.ts');
  return moderateAtOpenai(settings, services.outbound.of(caller.tenant, 'ai'), texts, {
    model: args.model,
    signal,
  });
}
