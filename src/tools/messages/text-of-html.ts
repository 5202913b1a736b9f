import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The text of a page, for mail readers that show none: links with where they lead, no pictures. */
export function textOfHtml(html: string): string {
  // Loaded where there is such a mail.
  const { convert } = require('html-to-text') as typeof import('html-to-text');
  return convert(html, {
    wordwrap: 78,
    limits: { maxDepth: 50, maxInputLength: 300_000 },
    selectors: [{ selector: 'img', format: 'skip' }],
  }).trim();
}
