import { common, type IfMatchCases } from '../support/if-match-cases.ts';

const list = '/admin/keys';

export const ifMatchCases: IfMatchCases = {
  'a platform key': {
    operations: ['get', 'update', 'revoke', 'rotate'].map((verb) => `platform_key.${verb}`),
    async make({ operator }) {
      const { body } = await operator.post(list, { label: 'Test', scopes: ['audit'] });
      return {
        ...common,
        path: `${list}/${body.data.key.id}`,
        etag: null,
        change: ['PATCH', { label: 'Renamed' }],
        also: [['POST', '/rotate', {}]],
        by: 'operator',
      };
    },
  },
};
