import { z } from 'zod';
import { isForeign } from '../ground/shapes/strict.ts';
import { validate } from '../ground/shapes/validate.ts';
import { isPlatform, type RouteCaller } from './route-caller.ts';
import type { RouteInput } from './route-input.ts';

export const nothing = z.object({});
type Taking = Pick<RouteInput, 'body'> & Pick<RouteCaller, 'scope'>;

const bodies = new WeakMap<Taking, z.ZodObject>();
const tenantName = z.string().max(100).optional();

/** Returns the schema of a route's body: empty for a route without one; a tenant's route may name the tenant in it. */
export function bodyOf(route: Taking): z.ZodObject {
  const known = bodies.get(route);
  if (known) return known;
  const own = route.body ?? nothing;
  const isWhole = isPlatform(route) || isForeign(own) || 'tenant_id' in own.shape;
  const all = isWhole ? own : own.safeExtend({ tenant_id: tenantName });
  bodies.set(route, all);
  return all;
}

/** The documented fields of a body. @throws 400 for others */
export const checkBody = (schema: z.ZodObject, body: unknown): Record<string, unknown> =>
  validate(schema, body, 'body');

/** The fields of a body that was not sent by itself, of a route that may take none. @throws 400 for others */
export const checkSent = (
  { body = nothing }: Pick<RouteInput, 'body'>,
  sent: unknown,
): Record<string, unknown> => checkBody(body, sent);
