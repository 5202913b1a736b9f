import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dashboard, dashboardPath } from '../../src/docs/dashboard.ts';
import { generatedDocs } from '../../src/docs/generated.ts';

const files = { ...generatedDocs(), [`../${dashboardPath}`]: dashboard() };

describe('the generated documentation', () => {
  it.each(Object.entries(files))('%s is what `npm run docs` writes', async (name, text) => {
    expect(await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8')).toBe(text);
  });
});
