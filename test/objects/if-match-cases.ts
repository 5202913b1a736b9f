import { defineType } from '../support/define-type.ts';
import { common, crud, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an object': {
    operations: [...crud('object'), 'object.restore', 'object.version_restore'],
    async make({ api }) {
      const { path } = await defineType(api);
      const { body, headers } = await api.post(path, {});
      return {
        ...common,
        path: `${path}/${body.data.id}`,
        etag: headers.get('etag'),
        change: ['PATCH', { properties: { a: 1 } }],
      };
    },
  },
};
