import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generatedDocs } from '../../src/docs/generated.ts';

describe('the generated documentation', () => {
  it.each(Object.entries(generatedDocs()))(
    '%s is what `npm run docs` writes',
    async (name, text) => {
      expect(await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')).toBe(text);
    },
  );
});
