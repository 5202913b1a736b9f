import type { Case, Headers, Scene } from '../support/journal-cases.ts';

const list = '/admin/shards';

/** One PostgreSQL has one shard: what needs several is refused, and leaves nothing. */
const refusedHere = (call: (scene: Scene, h: Headers) => ReturnType<Case['call']>): Case => ({
  call,
  rows: () => [],
  refused: call,
  isRefusedHere: true,
});

/** One case for each operation on shards that changes something. */
export const journalCases: Record<string, Case> = {
  'shard.create': refusedHere(({ platform }, h) => platform.post(list, { name: 'second' }, h)),
  'shard.update': {
    call: ({ platform, tenant }, h) =>
      platform.patch(`${list}/main`, { region: tenant.tenant.id }, h),
    rows: () => [['shard.updated', 'shard', 'main']],
    refused: ({ platform }, h) => platform.patch(`${list}/none`, { weight: 1 }, h),
  },
  'shard.delete': refusedHere(({ platform }, h) => platform.delete(`${list}/main`, undefined, h)),
  'shard.drain': refusedHere(({ platform }, h) =>
    platform.post(`${list}/main/drain`, undefined, h),
  ),
  'shard.rebalance': refusedHere(({ platform }, h) =>
    platform.post(`${list}/main/rebalance`, undefined, h),
  ),
};
