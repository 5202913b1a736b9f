import { defineType } from '../support/define-type.ts';
import { common, crud, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an invariant': {
    operations: crud('invariant'),
    async make({ api }) {
      const { id } = await defineType(api, { n: 'number' });
      const rule = { compare: [{ property: 'n' }, 'gte', { value: 0 }] };
      const answer = await api.post('/v1/invariants', { name: 'least', object_type_id: id, rule });
      const path = `/v1/invariants/${answer.body.data.id}`;
      return {
        ...common,
        path,
        etag: answer.headers.get('etag'),
        change: ['PATCH', { name: 'x' }],
      };
    },
  },
};
