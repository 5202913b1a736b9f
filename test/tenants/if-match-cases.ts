import { type IfMatchCases, settings } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'the tenant itself': settings(
    ['tenant_current.get', 'tenant_current.update'],
    '/v1/tenants/current',
    ['PATCH', { name: 'Acme Ltd' }],
  ),
};
