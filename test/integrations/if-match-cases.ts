import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an integration': posted(
    [...crud('integration'), 'integration.rotate_secret'],
    '/v1/integrations',
    () => ({ name: 'Shop', provider: 'webhook_inbound' }),
    { name: 'Store' },
    { also: [['POST', '/rotate-secret', {}]] },
  ),
};
