import { z } from 'zod';
import { ApiError } from '../../../ground/errors.ts';
import { keepableValue } from '../../../ground/shapes/foreign-json.ts';
import type { TenantOutbound } from '../../../outbound/safe-fetch.ts';
import type { ProviderSettings } from './model.ts';
import { type Moderated, moderated } from './moderation.ts';
import { explain, fetchThrough } from './provider-http.ts';

const Answer = z.object({
  model: z.string().max(100),
  results: z.array(
    z.object({
      categories: z.record(z.string().max(100), z.boolean()),
      category_scores: z.record(z.string().max(100), z.number()),
    }),
  ),
});

/** Asks OpenAI's moderation, which the AI SDK has no client for (https://platform.openai.com/docs/api-reference/moderations). */
export async function moderateAtOpenai(
  { api_key = '', config }: ProviderSettings,
  outbound: TenantOutbound,
  texts: string[],
  {
    model = 'omni-moderation-latest',
    signal,
  }: { model?: string | undefined; signal?: AbortSignal },
): Promise<{ model: string; results: Moderated[] }> {
  const url = `${config.base_url ?? 'https://api.openai.com/v1'}/moderations`;
  const answer = await fetchThrough(outbound)(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: texts }),
    ...(signal ? { signal } : {}),
  }).catch((error) => {
    throw explain(error);
  });
  if (answer.status === 429)
    throw new ApiError('RATE_LIMITED', 'The AI provider has too many requests. Try again later.', {
      retry_after: 30,
    });
  const read = Answer.safeParse(keepableValue(await answer.json().catch(() => undefined)));
  if (!answer.ok)
    throw new ApiError('UPSTREAM_ERROR', `The AI provider answered ${answer.status}.`);
  if (!read.success || read.data.results.length !== texts.length)
    throw new ApiError('UPSTREAM_ERROR', 'The AI provider did not answer as expected.');
  return {
    model: read.data.model,
    results: read.data.results.map((one) => moderated(one.categories, one.category_scores)),
  };
}
