import { z } from 'zod';
import { isForeign } from '../ground/shapes/strict.ts';
import { isPlatform, type RouteCaller } from './route-caller.ts';
import type { RouteInput } from './route-input.ts';

/** The query parameters that are known everywhere, besides those of the route itself. */
const beside = z.object({
  /** safe-writes.ts; what only reads ignores it. */
  dry_run: z.string().optional(),
});
const besideOfTenant = beside.extend({
  /** tenant-hints.ts */
  tenant_id: z.string().optional(),
  /** api.ts */
  as_user: z.string().optional(),
});
const besideWithToken = besideOfTenant.extend({
  /** credential.ts */
  token: z.string().optional(),
});

/** Parameters that mailers and advertisers add to links. */
const tracking = /^(utm_[a-z_]{1,40}|gclid|fbclid)$/i;

type Asked = Pick<RouteInput, 'query'> & RouteCaller;

const made = new WeakMap<Asked, z.ZodObject>();

/** The parameters that a route knows: its own, and those beside them. */
export function parametersOf(route: Asked): z.ZodObject {
  const known = made.get(route);
  if (known) return known;
  const own = route.query ?? z.object({});
  const others = Object.entries(besideOf(route).shape).filter(([name]) => !(name in own.shape));
  const all =
    others.length > 0 && !isForeign(own) ? own.safeExtend(Object.fromEntries(others)) : own;
  made.set(route, all);
  return all;
}

const besideOf = (route: Asked): z.ZodObject => {
  if (isPlatform(route)) return beside;
  return route.takesQueryToken ? besideWithToken : besideOfTenant;
};

/** A query without what is passed over at this route. */
export function withoutTracking(
  { isLink }: Pick<RouteInput, 'isLink'>,
  query: Record<string, string>,
): Record<string, string> {
  if (isLink) for (const name of Object.keys(query)) if (tracking.test(name)) delete query[name];
  return query;
}
