import { compute } from '../computing/compute.ts';
import type { ModelAsker } from './model.ts';
import { tokensOf } from './words.ts';

const defaultDimensions = 384;
/** Of all texts together, times their dimensions: what is made in one turn, within a quarter of a second. */
const maxWork = 20_000 * defaultDimensions;
const localModel = 'local-extract';

/**
 * Models that come with the server: they need no key and no network, and answer the same each time; texts that share
 * words are near. What they do is computed by turns of tenants, beside the thread that answers requests.
 */
export const localModels = (tenant: string): ModelAsker => ({
  async embed(texts, { model, dimensions = defaultDimensions, signal }) {
    const embeddings: number[][] = [];
    for (const part of partsOf(texts, maxWork / dimensions))
      embeddings.push(...(await compute(tenant, 'embed', { texts: part, dimensions }, signal)));
    return {
      model: model ?? `local-${dimensions}`,
      embeddings,
      tokens: texts.reduce((sum, text) => sum + tokensOf(text), 0),
    };
  },

  async chat({ signal, onDelta, model = localModel, ...question }) {
    const { messages, sources, system, schema, maxTokens } = question;
    const asked = { messages, sources, system, schema, maxTokens };
    const answered = await compute(tenant, 'chat', asked, signal);
    for (const words of answered.content.match(/\S+\s*/g) ?? []) {
      signal?.throwIfAborted();
      onDelta?.(words);
    }
    return { model, ...answered };
  },
});

/** Texts in their order, in parts of so many characters: one at least in each. */
function partsOf(texts: string[], characters: number): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const text of texts) {
    if (left < text.length) {
      parts.push([]);
      left = characters;
    }
    parts.at(-1)?.push(text);
    left -= text.length + 1;
  }
  return parts;
}
