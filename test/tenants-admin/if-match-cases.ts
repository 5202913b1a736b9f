import { type Changeable, common, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a tenant': {
    operations: ['tenant.get', 'tenant.update', 'tenant.delete', 'tenant_key.revoke'],
    async make({ api }) {
      const change: Changeable['change'] = ['PATCH', { metadata: { a: 1 } }];
      const path = `/admin/tenants/${api.tenant.id}`;
      const [key] = (await api.get('/v1/keys')).body.data;
      const also: Changeable['also'] = [['DELETE', `/keys/${key.id}`]];
      return {
        ...common,
        path,
        etag: null,
        change,
        also,
        isDeletedInTwoSteps: true,
        by: 'operator',
      };
    },
  },
};
