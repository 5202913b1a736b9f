import { crud, type IfMatchCases, posted } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a webhook': posted(
    [...crud('webhook'), 'webhook.rotate_secret'],
    '/v1/webhooks',
    () => ({ url: 'https://hooks.example/in' }),
    { description: 'Of the shop' },
    { also: [['POST', '/rotate-secret', {}]] },
  ),
};
