import { defineType } from '../support/define-type.ts';
import {
  type Changeable,
  common,
  crud,
  fresh,
  type IfMatchCases,
  posted,
} from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'an association': {
    operations: ['association.put', 'association.delete'],
    async make({ api }) {
      const { path, name } = await defineType(api);
      const [from, to] = (await api.post(`${path}/batch/create`, { objects: [{}, {}] })).body.data
        .ids;
      const association = `${path}/${from}/associations/owner/${name}/${to}`;
      const { headers } = await api.put(association, {});
      const change: Changeable['change'] = ['PUT', { meta: { role: 'buyer' } }];
      return { ...common, path: association, etag: headers.get('etag'), change, canGet: false };
    },
  },
  'an association type': posted(
    crud('association_type'),
    '/v1/association-types',
    () => ({ name: fresh() }),
    { max: 3 },
  ),
};
