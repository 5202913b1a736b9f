import { type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an API key': posted(
    ['key.update', 'key.revoke', 'key.rotate'],
    '/v1/keys',
    () => ({ scopes: ['read'] }),
    { label: 'Website' },
    { canGet: false, also: [['POST', '/rotate', {}]] },
  ),
};
