import { common, crud, type IfMatchCases } from '../support/if-match-cases.ts';

const list = '/admin/feature-flags';

export const ifMatchCases: IfMatchCases = {
  'a feature flag': {
    operations: crud('feature_flag'),
    async make({ api, operator }) {
      const key = `f${api.tenant.id.slice(4)}`;
      await operator.post(list, { key });
      const path = `${list}/${key}`;
      return { ...common, path, etag: null, change: ['PATCH', { percentage: 5 }], by: 'operator' };
    },
  },
};
