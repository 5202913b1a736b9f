import { crud, fresh, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a user': posted(
    crud('user'),
    '/v1/users',
    () => ({ email: `${fresh()}@example.com`, password: 'correct horse' }),
    { user_metadata: { plan: 'gold' } },
  ),
};
