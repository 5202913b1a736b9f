import { groups } from '../groups/index.ts';
import { openApiDocument } from '../http/openapi.ts';
import { errorsPage } from './errors-page.ts';

/** The pages of docs/reference/ that are made from code, by file name. `npm run docs` writes them, a test compares them. */
export function generatedDocs(): Record<string, string> {
  return {
    'errors.md': errorsPage(),
    'openapi.json': `${JSON.stringify(openApiDocument(groups, 'http://localhost'), null, 2)}\n`,
  };
}
