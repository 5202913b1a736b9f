import { common, type IfMatchCases } from '../support/if-match-cases.ts';

export const ifMatchCases: IfMatchCases = {
  'a shard': {
    operations: ['shard.get', 'shard.update'],
    make: async () => ({
      ...common,
      ...{ path: '/admin/shards/main', etag: null, canDelete: false, by: 'operator' as const },
      change: ['PATCH', { weight: 7 }],
    }),
  },
};
