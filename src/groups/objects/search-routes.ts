import { z } from 'zod';
import type { Route } from '../../operations/route.ts';
import {
  filters,
  fullText,
  interval,
  Metric,
  memberName,
  searchShapes,
  timezone,
} from './search-shapes.ts';

const aggregateBody = z.object({
  filters,
  query: fullText,
  group_by: z.array(memberName).max(5).optional().meta({
    description:
      'Properties, paths into json, object and currency properties, or id, created_at, updated_at, created_by, version',
  }),
  metrics: z.array(Metric).max(10).optional().meta({ description: 'Default: count' }),
  interval: interval.optional().meta({ description: 'Groups the dates and moments in group_by' }),
  timezone: timezone.optional().meta({ description: 'IANA time zone of the groups; default UTC' }),
  limit: z.number().int().min(1).max(1000).default(100),
  sort: z.string().min(1).max(300).optional().meta({
    description:
      'A member of the rows. Default: by time with an interval, otherwise by the first metric, descending',
  }),
  order: z.enum(['asc', 'desc']).optional(),
});

const aggregateExample = {
  filters: [{ property: 'status', operator: 'neq', value: 'lost' }],
  group_by: ['status', 'created_at'],
  metrics: [{ fn: 'count' }, { fn: 'sum', property: 'amount', as: 'revenue' }],
  interval: 'month',
  timezone: 'Europe/Berlin',
};

/**
 * Finding and counting objects by filters and words.
 * @param type the path of an object type; `record` is an object as the API shows it
 */
export function searchRoutes(type: string, record: z.ZodObject): Route[] {
  const { searchBody, searchPage } = searchShapes(record);
  return [
    {
      id: 'object.search',
      rides: 'search',
      method: 'POST',
      path: `${type}/search`,
      scope: 'read',
      summary: 'Search objects by filters and text',
      description:
        'Filters: docs/data/filters.md. With `query` the best matches come first, unless sorted. `total` is exact up to 1,000, ' +
        'to 10,000 where one index answers it or `count` is `exact`; beyond that total_relation is `gte`.',
      body: searchBody,
      returns: searchPage,
      errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'INVALID_CURSOR', 'UNKNOWN_PROPERTY'],
      example: {
        body: {
          filters: [
            { property: 'status', operator: 'in', value: ['open', 'new'] },
            { or: [{ property: 'score', operator: 'gte', value: 50 }, { vip: true }] },
          ],
          query: 'acme',
          sort: 'score',
          order: 'desc',
          limit: 20,
        },
      },
    },
    {
      id: 'object.aggregate',
      method: 'POST',
      path: `${type}/aggregate`,
      scope: 'read',
      summary: 'Count, sum and group objects',
      description:
        'See docs/data/aggregate.md. A row has one member per name in group_by, null where it is missing, and one per metric. ' +
        '`total` is the number of groups, whatever the limit.',
      body: aggregateBody,
      returns: z.object({
        rows: z.array(z.record(z.string(), z.unknown())),
        total: z.number().int(),
      }),
      errors: ['INVALID_FILTER', 'FILTER_TOO_EXPENSIVE', 'UNKNOWN_PROPERTY'],
      example: {
        body: aggregateExample,
        data: {
          rows: [{ status: 'won', created_at: '2026-11-01', count: 2, revenue: 24.5 }],
          total: 1,
        },
      },
    },
  ];
}
