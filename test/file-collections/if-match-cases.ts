import { crud, fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a collection of files': posted(
    crud('collection'),
    '/v1/files/collections',
    () => ({ name: fresh() }),
    { description: 'Spring edition' },
  ),
};
