import { type Changeable, common, type IfMatchCases, users } from '../support/if-match-cases.ts';
import { anotherAddress } from '../support/users.ts';

export const ifMatchCases: IfMatchCases = {
  'one’s own account': {
    operations: ['auth.user', 'auth.user_update'],
    async make({ signUp }) {
      const { client } = await signUp();
      const change: Changeable['change'] = ['PATCH', { user_metadata: { name: 'Ada' } }];
      users.set('/v1/auth/user', client);
      return { ...common, path: '/v1/auth/user', etag: null, change, canDelete: false, by: 'user' };
    },
  },
  'an account that its user deletes': {
    operations: ['auth.user_delete'],
    async make({ api }) {
      const { body } = await api.post('/v1/auth/anonymous', {}, anotherAddress());
      users.set('/v1/auth/user', api.as(body.data.access_token));
      const change: Changeable['change'] = ['PATCH', { user_metadata: { name: 'Ada' } }];
      return { ...common, path: '/v1/auth/user', etag: null, change, by: 'user' };
    },
  },
};
