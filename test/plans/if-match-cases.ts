import { type IfMatchCases, ofOperator } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a plan': ofOperator('plan', '/owner/plans', (id) => ({ id: `m${id.slice(4)}`, name: 'Team' }), {
    name: 'Group',
  }),
};
