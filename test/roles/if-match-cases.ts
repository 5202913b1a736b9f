import {
  type Changeable,
  common,
  crud,
  fresh,
  type IfMatchCases,
  posted,
} from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a role': posted(crud('role'), '/v1/roles', () => ({ name: fresh() }), {
    description: 'Keeps the books',
  }),
  'the permissions of a role': {
    operations: ['role.permissions_set'],
    async make({ api }) {
      const { body, headers } = await api.post('/v1/roles', { name: fresh() });
      const path = `/v1/roles/${body.data.id}`;
      const change: Changeable['change'] = [
        'PUT',
        { permissions: ['objects:read'] },
        `${path}/permissions`,
      ];
      return { ...common, path, etag: headers.get('etag'), change };
    },
  },
};
