import type pg from 'pg';
import { z } from 'zod';
import { routes } from '../../src/groups/index.ts';
import { mutates, type Route } from '../../src/operations/route.ts';
import type { TenantClient } from './api.ts';
import type { CopiesOf } from './copy-rows.ts';
import { ofGroups } from './of-groups.ts';
import type { SeededTenant } from './seed-tenant.ts';

/**
 * The facts about a list that the net over lists needs: test/<group>/list-cases.ts exports those of its group by
 * operation.
 */
export interface ListCase {
  /** Rows that make it longer, each a copy of one that a seeded tenant has; or what adds numbers `from` to `to`. */
  rows?: CopiesOf[] | Growth;
  /** For each filter that the route offers: values to ask for. Where the list grows, at least one finds always as many. */
  filters?: (seeded: SeededTenant) => Record<string, unknown[]>;
  /** Texts to sort by, of a list whose route does not say which there are. */
  sorts?: string[];
  /** Parameters that the doorway adds, or that a route requires. */
  args?: (seeded: SeededTenant) => object;
  /** How many rows it may look at in one call, whatever it finds: its answer says where it stopped. */
  scans?: number;
  /** Asked by the seeded user, not by a key. */
  isOfUser?: boolean;
}
export type ListCases = Record<string, ListCase>;
export type Growth = (
  db: pg.Pool,
  seeded: SeededTenant & { tenant: string; api: TenantClient },
  from: number,
  to: number,
) => Promise<void>;

export const listCases: ListCases = Object.assign(
  {},
  ...(await ofGroups<{ listCases: ListCases }>('list-cases')).map((module) => module.listCases),
);

/** Reads that answer with an array, and no list: as long as the caller asked for, or made from everything there is. */
const noLists: Record<string, string> = {
  'object.batch_read': 'as many as the caller names',
  'file.batch_read': 'as many as the caller names',
  'object.aggregate': 'calculated from all that match, at a price (app.filter_afford)',
  'policy.simulate': 'tries a policy on a sample',
  'tenant.lookup': 'the tenants of one address',
  'notification_preference.list': 'one for each channel',
  'migration.progress': 'those that run: one of each type',
  'billing_usage.history': 'as many as the caller names',
  'oauth.provider_list': 'settings of the tenant, in one row',
  'integration.providers': 'those that there are, in code',
  'chart.list': 'the bundled ones, in code',
  'plugin.catalog': 'those that come along, in files',
};

const inputOf = ({ query, body }: Route): Record<string, z.ZodType> => ({
  ...(query?.shape as Record<string, z.ZodType>),
  ...(body?.shape as Record<string, z.ZodType>),
});

/** Whether a route answers with a list: all of it, or, where it takes a limit, one page. */
export const isList = (route: Route): boolean =>
  !mutates(route) &&
  !(route.id in noLists) &&
  (route.returns instanceof z.ZodArray || isPaged(route));

export const isPaged = (route: Route): boolean => 'limit' in inputOf(route);

export const lists: Route[] = routes.filter(isList);

/** How a list in pages goes on. */
export const pagedBy = (route: Route): 'cursor' | 'offset' | 'before' | 'since' | undefined =>
  (['cursor', 'offset', 'before', 'since'] as const).find((name) => name in inputOf(route));

export const isCounted = (route: Route): boolean => 'count' in inputOf(route);

const ofPages = ['limit', 'cursor', 'offset', 'before', 'count', 'sort', 'order', 'sort_dir'];

/** The parameters of a list that choose among its rows. */
export const filtersOf = (route: Route): string[] =>
  Object.keys(inputOf(route)).filter(
    (name) => !ofPages.includes(name) && name !== 'tenant_id' && name !== pagedBy(route),
  );

/** The orders of a list, in both directions. */
export function sortsOf(route: Route, { sorts = [] }: ListCase): object[] {
  const { sort, sort_dir } = inputOf(route);
  const named = sort instanceof z.ZodOptional && sort.unwrap();
  const all = named instanceof z.ZodEnum ? (named.options as string[]) : sorts;
  const direction = sort_dir ? 'sort_dir' : 'order';
  return all.flatMap((name) => ['asc', 'desc'].map((way) => ({ sort: name, [direction]: way })));
}
