import { ApiError } from '../../../ground/errors.ts';
import { keepableText, keepableValue } from '../../../ground/shapes/foreign-json.ts';
import type { ModelAsker } from './model.ts';

/**
 * Models whose answers can be kept, whatever they contain: without NUL and half surrogates, also in the words as they
 * come.
 */
export const cleaned = (models: ModelAsker): ModelAsker => ({
  async chat({ onDelta, tools, ...question }) {
    const words = onDelta && wordsTo(onDelta);
    const answered = await models.chat({
      ...question,
      tools: tools?.map((tool) => ({ ...tool, run: (input) => tool.run(keepableValue(input)) })),
      onDelta: words,
    });
    return { ...answered, content: keepableText(answered.content) };
  },
  async embed(texts, options) {
    const embedded = await models.embed(texts, options);
    // Of a number that is not finite JSON makes null, which would be called a mistake of the caller.
    if (!embedded.embeddings.every((one) => one.every(Number.isFinite)))
      throw new ApiError('UPSTREAM_ERROR', 'The AI provider returned an invalid vector.');
    return embedded;
  },
});

/** Passes words on. Half of a pair at their end waits for the other half. */
function wordsTo(onDelta: (words: string) => void): (words: string) => void {
  let half = '';
  return (words) => {
    const all = half + words;
    half = /[\uD800-\uDBFF]$/.exec(all)?.[0] ?? '';
    const whole = keepableText(half ? all.slice(0, -1) : all);
    if (whole !== '') onDelta(whole);
  };
}
