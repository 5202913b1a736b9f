import { readFileSync } from 'node:fs';
import { dataModelPage } from './data-model-page.ts';
import { errorsPage } from './errors-page.ts';
import { operationsDigest } from './operations-digest.ts';

const schema = new URL('../../docs/reference/schema.sql', import.meta.url);

/** The pages of docs/ that are made from code, by path. `npm run docs` writes them, a test compares them. */
export function generatedDocs(): Record<string, string> {
  return {
    'inside/data-model.md': dataModelPage(readFileSync(schema, 'utf8')),
    'reference/errors.md': errorsPage(),
    'reference/operations.txt': operationsDigest(),
  };
}
