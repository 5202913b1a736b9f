import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a plugin': posted(
    crud('plugin'),
    '/v1/plugins',
    () => ({ manifest_json: { name: 'shelf', version: '1.0.0' } }),
    { name: 'Boards' },
  ),
};
