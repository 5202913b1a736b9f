import { JsonText, withList } from '../../../db/json-text.ts';
import { type AnyAnswer, makeAnswer, openAnswer } from '../../../operations/answer.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type Used, withModels } from '../models/with-models.ts';
import { tokensOf } from '../models/words.ts';
import { doorOf } from './door.ts';

type Call<T> = HandlerCall<T & { provider_id?: string; model?: string }>;

interface Item {
  id: string;
  text?: string;
  vector?: number[];
}

/** POST /v1/ai/embeddings */
export function makeEmbeddings(
  call: Call<{ input: string | string[]; dimensions?: number }>,
): Promise<AnyAnswer> {
  const { input, dimensions } = call.args;
  const asked = { dimensions, asJson: true };
  return embed(call, [input].flat(), asked, async (embeddings, used, json) => {
    const texts = json ?? embeddings.map((one) => JSON.stringify(one));
    const answer = {
      model: used.model,
      dimensions: JSON.parse(texts[0] ?? '[]').length,
      usage: { prompt_tokens: used.prompt_tokens, total_tokens: used.prompt_tokens },
    };
    const all = texts.map((text, index) => `{"index":${index},"embedding":${text}}`);
    const member = `,"data":[${all.join()}]}`;
    // For its key, an answer is kept whole. Any other goes around the database: 8 MB there and back take a tenth of a second.
    if (call.change?.key)
      return call.run(
        'ai_embeddings',
        new JsonText(`${JSON.stringify({ used, answer }).slice(0, -2)}${member}}`),
      );
    const { headers, data } = openAnswer(await call.run('ai_embeddings', { used, answer }));
    return makeAnswer(headers, `${data.slice(0, -1)}${member}`);
  });
}

/** PUT /v1/ai/vectors/:collection */
export function putVectors(call: Call<{ collection: string; items: Item[] }>): Promise<AnyAnswer> {
  const { collection, items } = call.args;
  const texts = items.flatMap(({ text, vector }) => (vector ? [] : [text ?? '']));
  if (texts.length === 0)
    return call.run('ai_vector_put', { collection, items, model: call.args.model ?? 'own' });
  return embed(call, texts, {}, async (embeddings, used) => {
    const made = embeddings.values();
    const whole = items.map((item) => ({ ...item, vector: item.vector ?? made.next().value }));
    const args = await withList({ collection, model: used.model, used }, 'items', whole);
    return call.run('ai_vector_put', args);
  });
}

/** POST /v1/ai/vector-search */
export function searchVectors(
  call: Call<{ query?: string; vector?: number[]; object_type_id?: string }>,
): Promise<AnyAnswer> {
  const { vector, provider_id: _, model: __, ...args } = call.args;
  const { query, object_type_id } = args;
  if (vector) return call.run('ai_vector_search', { ...args, vector });
  return embed(
    call,
    [query ?? ''],
    {},
    (embeddings, used) => call.run('ai_vector_search', { ...args, vector: embeddings[0], used }),
    object_type_id,
  );
}

/** Asks a model for embeddings, and does with them what counts them as well. */
function embed(
  call: Call<object>,
  texts: string[],
  options: { dimensions?: number | undefined; asJson?: boolean },
  work: (embeddings: number[][], used: Used, json?: string[]) => Promise<AnyAnswer>,
  object_type_id?: string,
): Promise<AnyAnswer> {
  const { provider_id, model: asked } = call.args;
  const tokens = texts.reduce((sum, text) => sum + tokensOf(text), 0);
  const where = object_type_id === undefined ? { provider_id } : { object_type_id };
  return withModels(doorOf(call), { ...where, tokens }, async ({ models, model, used }) => {
    const { signal } = call.ctx;
    const made = await models.embed(texts, { model: asked ?? model, ...options, signal });
    const counted = { prompt: made.tokens || tokens, completion: 0 };
    return work(made.embeddings, used(made.model, counted), made.json);
  });
}
