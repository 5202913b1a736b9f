import { type Case, common, crud, type IfMatchCases } from '../support/if-match-cases.ts';

/** A record of the operator's. @param body of the tenant whose test it is, whose id no other has */
const made = (
  name: string,
  list: string,
  body: (tenantId: string) => object,
  changes: object,
): Case => ({
  operations: crud(name),
  async make({ api, operator }) {
    const { body: answer } = await operator.post(list, body(api.tenant.id));
    const path = `${list}/${answer.data.id}`;
    return { ...common, path, etag: null, change: ['PATCH', changes], by: 'operator' };
  },
});

export const ifMatchCases: IfMatchCases = {
  'a plan': made('plan', '/owner/plans', (id) => ({ id: `m${id.slice(4)}`, name: 'Team' }), {
    name: 'Group',
  }),
  'a record of the books': made(
    'accounting_record',
    '/owner/accounting',
    () => ({ type: 'income', amount: '1', currency: 'USD' }),
    { category: 'plans' },
  ),
  'an announcement': made('announcement', '/owner/announcements', () => ({ title: 'Hello' }), {
    body: 'More of it',
  }),
};
