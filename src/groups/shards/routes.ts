import { z } from 'zod';
import { deleted, offsetQuery, total } from '../../ground/shapes/schemas.ts';
import type { Context } from '../../operations/operation.ts';
import { handled, type Route } from '../../operations/route.ts';
import { TenantHealth } from '../platform-status/shapes.ts';
import { TenantMove } from '../tenants-admin/shapes.ts';
import { capacity, Shard, shardName, shardRegion, weight } from './shapes.ts';

const list = '/admin/shards';
const one = `${list}/:shard_id`;

const reads = { method: 'GET', scope: 'platform', platformScope: 'infra:read' } as const;
const writes = { scope: 'platform', platformScope: 'infra:write' } as const;
const refused = 'One PostgreSQL is one shard: answers 409 there.';

/** A change holds at once in this process. */
const changed = ({ services }: Context, answer: object): object => {
  services.installation.forget();
  return answer;
};

export const routes: Route[] = [
  {
    ...reads,
    id: 'shard.list',
    path: list,
    summary: 'List shards',
    query: offsetQuery,
    returns: z.object({ shards: z.array(Shard), ...total }),
  },
  {
    ...writes,
    id: 'shard.create',
    method: 'POST',
    path: list,
    status: 201,
    summary: 'Add a shard',
    description: refused,
    body: z.object({
      name: shardName,
      dsn: z.string().max(2000).optional(),
      region: shardRegion.optional(),
      capacity: capacity.optional(),
      weight: weight.optional(),
    }),
    hasSecret: true,
    isVersioned: true,
    returns: Shard,
    errors: ['INVALID_STATE'],
    example: { body: { name: 'second' } },
  },
  {
    ...reads,
    id: 'shard.get',
    path: one,
    summary: 'Get a shard',
    description: 'Its ETag changes with what PATCH can change, not with the figures.',
    isVersioned: true,
    carriesHeaders: true,
    returns: Shard,
  },
  handled({
    ...writes,
    id: 'shard.update',
    method: 'PATCH',
    path: one,
    summary: 'Change a shard, or close it',
    description:
      '`status` takes effect in every process within 5 seconds: requests that are refused answer 503 with `Retry-After`. Work ' +
      'that is already queued continues. With as many tenants as its `capacity`, it takes no new ones (409).',
    body: z.object({
      name: shardName.optional(),
      region: shardRegion.optional(),
      capacity: capacity.optional(),
      weight: weight.optional(),
      status: z.enum(['active', 'readonly', 'offline']).optional(),
    }),
    isVersioned: true,
    carriesHeaders: true,
    returns: Shard,
    after: changed,
    example: { body: { capacity: 500 } },
  }),
  {
    ...writes,
    id: 'shard.delete',
    method: 'DELETE',
    path: one,
    summary: 'Remove a shard that has no tenants',
    description: refused,
    isConditional: true,
    returns: deleted,
    errors: ['INVALID_STATE'],
  },
  {
    ...reads,
    id: 'shard_health.get',
    path: `${one}/health`,
    summary: 'Get the health of a shard',
    returns: TenantHealth,
  },
  {
    ...writes,
    id: 'shard.drain',
    method: 'POST',
    path: `${one}/drain`,
    status: 201,
    summary: 'Move all tenants away from a shard',
    description: refused,
    returns: TenantMove,
    errors: ['INVALID_STATE'],
  },
  {
    ...writes,
    id: 'shard.rebalance',
    method: 'POST',
    path: `${one}/rebalance`,
    status: 201,
    summary: 'Move tenants to a shard, by weight and size',
    description: refused,
    returns: TenantMove,
    errors: ['INVALID_STATE'],
  },
];
