import { type IfMatchCases, ofOperator } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a route': ofOperator(
    'route',
    '/admin/routes',
    (id) => ({ tenant_id: id, path_prefix: `/m-${id.slice(4)}` }),
    { status: 'disabled' },
  ),
};
