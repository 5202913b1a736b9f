import { common, type IfMatchCases } from '../support/if-match-cases.ts';

/** Of the last case: the shard is the same for all of them. */
let weight = 0;

export const ifMatchCases: IfMatchCases = {
  'a shard': {
    operations: ['shard.get', 'shard.update', 'shard.delete'],
    make: async () => ({
      ...common,
      ...{ path: '/admin/shards/main', etag: null, canDelete: false, by: 'operator' as const },
      change: ['PATCH', { weight: ++weight }],
    }),
  },
};
