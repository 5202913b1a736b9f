import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an integration': posted(
    crud('integration'),
    '/v1/integrations',
    () => ({ name: 'Shop', provider: 'mock' }),
    { name: 'Store' },
  ),
};
