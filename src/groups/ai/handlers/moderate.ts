import { type ModelCall, withModels } from '../../../ai/with-models.ts';
import { tokensOf } from '../../../ai/words.ts';
import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import type { AnyAnswer } from '../../../http/answer.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { doorOf } from './door.ts';

type Call = HandlerCall<{ input: string | string[]; provider_id?: string; model?: string }>;

const moderating = job<typeof import('../../../ai/moderation.ts').moderateAll>(
  'moderateAll',
  new URL('../../../ai/moderation.ts', import.meta.url),
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
  const { moderateAtOpenai } = await import('../../../ai/remote-moderation.ts');
  return moderateAtOpenai(settings, services.outbound, texts, { model: args.model, signal });
}
