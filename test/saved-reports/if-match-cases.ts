import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a saved report': posted(
    crud('saved_report'),
    '/v1/saved-reports',
    () => ({ name: 'Ones', type: 'sql', config_json: { sql: 'select 1 as one' } }),
    { name: 'All ones' },
  ),
};
