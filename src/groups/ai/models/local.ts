import { compute } from '../../../computing/compute.ts';
import { job } from '../../../computing/job.ts';
import type { ModelAsker } from './model.ts';
import { tokensOf } from './words.ts';

const embeddingFile = new URL('./local-embedding.ts', import.meta.url);
const embedding = job<typeof import('./local-embedding.ts').embeddingsOf>(
  'embeddingsOf',
  embeddingFile,
);
const embeddingAsText = job<typeof import('./local-embedding.ts').embeddingLines>(
  'embeddingLines',
  embeddingFile,
);
const chatting = job<typeof import('./local-chat.ts').answerOf>(
  'answerOf',
  new URL('./local-chat.ts', import.meta.url),
);
const defaultDimensions = 384;
/** Of all texts together, times their dimensions: what is made in one turn, within a quarter of a second. */
const maxWork = 20_000 * defaultDimensions;
const localModel = 'local-extract';

/**
 * Models that come with the server: they need no key and no network, and answer the same each time; texts that share
 * words are near. They compute beside the thread that answers requests; tenants take turns.
 */
export const localModels = (tenant: string): ModelAsker => ({
  async embed(texts, { model, dimensions = defaultDimensions, signal, asJson = false }) {
    const embeddings: number[][] = [];
    const json: string[] = [];
    for (const part of partsOf(texts, maxWork / dimensions)) {
      const given: [string[], number] = [part, dimensions];
      if (asJson) json.push(...(await compute(tenant, embeddingAsText, given, signal)).split('\n'));
      else embeddings.push(...(await compute(tenant, embedding, given, signal)));
    }
    return {
      model: model ?? `local-${dimensions}`,
      embeddings,
      ...(asJson ? { json } : {}),
      tokens: texts.reduce((sum, text) => sum + tokensOf(text), 0),
    };
  },

  async chat({ signal, onDelta, model = localModel, ...question }) {
    const { messages, sources, system, schema, maxTokens } = question;
    const asked = { messages, sources, system, schema, maxTokens };
    const answered = await compute(tenant, chatting, [asked], signal);
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
