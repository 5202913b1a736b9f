import { tokensOf } from '../../../ai/local.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import { beginCall } from './models.ts';

type Call<T> = HandlerCall<T & { provider_id?: string; model?: string }>;

interface Item {
  id: string;
  text?: string;
  vector?: number[];
}

/** POST /v1/ai/embeddings */
export async function makeEmbeddings(
  call: Call<{ input: string | string[]; dimensions?: number }>,
): Promise<string> {
  const { input, dimensions } = call.args;
  const { model, embeddings, used } = await embed(call, [input].flat(), dimensions);
  const answer = {
    model,
    dimensions: embeddings[0]?.length ?? 0,
    data: embeddings.map((embedding, index) => ({ index, embedding })),
    usage: { prompt_tokens: used.prompt_tokens, total_tokens: used.prompt_tokens },
  };
  return call.run('ai_embeddings', { used, answer });
}

/** PUT /v1/ai/vectors/:collection */
export async function putVectors(
  call: Call<{ collection: string; items: Item[] }>,
): Promise<string> {
  const { collection, items } = call.args;
  const texts = items.flatMap(({ text, vector }) => (vector ? [] : [text ?? '']));
  if (texts.length === 0)
    return call.run('ai_vector_put', { collection, items, model: call.args.model ?? 'own' });
  const { model, embeddings, used } = await embed(call, texts);
  const made = embeddings.values();
  const whole = items.map((item) => ({ ...item, vector: item.vector ?? made.next().value }));
  return call.run('ai_vector_put', { collection, items: whole, model, used });
}

/** POST /v1/ai/vector-search */
export async function searchVectors(
  call: Call<{ query?: string; vector?: number[] } & object>,
): Promise<string> {
  const { vector, provider_id: _, model: __, ...args } = call.args;
  const { query } = args;
  if (vector) return call.run('ai_vector_search', { ...args, vector });
  const { embeddings, used } = await embed(call, [query ?? '']);
  return call.run('ai_vector_search', { ...args, vector: embeddings[0], used });
}

/** Asks a model for embeddings, with what is counted of it. */
async function embed(call: Call<object>, texts: string[], dimensions?: number) {
  const { provider_id, model: asked } = call.args;
  const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
  const { models, call_id } = await beginCall(call, { provider_id, tokens });
  const { signal } = call.ctx;
  const {
    model,
    embeddings,
    tokens: counted,
  } = await models.embed(texts, {
    model: asked,
    dimensions,
    signal,
  });
  return { model, embeddings, used: { call_id, model, prompt_tokens: counted || tokens } };
}
