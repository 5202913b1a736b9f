import { createHash } from 'node:crypto';
import { wordsOf } from './words.ts';

/** An embedding is the sum of what the words of a text, and their parts of three letters, hash to. */
export const embeddingsOf = (texts: string[], dimensions: number): number[][] =>
  texts.map((text) => embeddingOf(text, dimensions));

/** The same as JSON, each on a line. */
export const embeddingLines = (texts: string[], dimensions: number): string =>
  embeddingsOf(texts, dimensions)
    .map((one) => JSON.stringify(one))
    .join('\n');

function embeddingOf(text: string, dimensions: number): number[] {
  const sum = new Float64Array(dimensions);
  for (const [part, weight] of partsOf(text)) {
    const signs = signsOf(part, dimensions);
    for (let n = 0; n < dimensions; n++)
      sum[n] = (sum[n] as number) + (((signs[n >> 3] as number) >> (n & 7)) & 1 ? weight : -weight);
  }
  const length = Math.hypot(...sum) || 1;
  return Array.from(sum, (value) => Math.round((value / length) * 1e6) / 1e6);
}

function* partsOf(text: string): Iterable<[part: string, weight: number]> {
  // A text without any words is near to others of that kind.
  yield ['', 0.001];
  for (const word of wordsOf(text)) {
    yield [word, 1];
    const framed = `^${word}$`;
    for (let n = 0; n + 3 <= framed.length; n++) yield [`#${framed.slice(n, n + 3)}`, 0.3];
  }
}

const signsOf = (part: string, dimensions: number): Uint8Array =>
  createHash('shake128', { outputLength: Math.ceil(dimensions / 8) })
    .update(part)
    .digest();
