import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a short URL': posted(
    crud('short_url'),
    '/v1/short-urls',
    () => ({ url: 'https://example.com/catalogue' }),
    { title: 'Catalogue' },
  ),
};
