import type { z } from 'zod';
import { ApiError } from '../../../ground/errors.ts';
import { checkSent } from '../../../operations/body-shape.ts';
import { doorOf } from '../../../operations/call-door.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import type { Reference } from '../../../operations/references.ts';
import { functionOf, type Method, type Needs, needsOf } from '../../../operations/route.ts';
import { preparedArgs } from '../../../operations/run.ts';
import { cannotRide, moved } from '../../../operations/transaction.ts';
import type { Body } from '../kinds.ts';

/** A request as app.transaction_step does it. */
export interface Prepared extends Needs {
  operation: string;
  status: number;
  args: Body;
  references: Reference[];
}

/**
 * Checks one request as if it were sent by itself, and runs `before` of its route: the code of a function is compiled,
 * addresses are looked up, times are planned.
 * @param path with ids, or with what stands for the id that an earlier step will have made: `ref-<nonce>-<its number>`
 * @param place where it stands in the manifest
 * @throws ApiError that names the field by its place there
 */
export async function prepare(
  call: HandlerCall<unknown>,
  method: Method,
  path: string,
  body: Body | undefined,
  place: string,
  nonce: string,
): Promise<Prepared> {
  const { route, params } = call.findRoute(method, path);
  try {
    const args = { ...(body && checkSent(route, body)), ...params };
    if (cannotRide(route)) throw new Error(`${route.id} cannot be a step of a plugin`);
    const made = (await preparedArgs(doorOf(call), route, args)) as Body;
    return {
      operation: functionOf(route),
      args: made,
      ...needsOf(route),
      status: route.status ?? 200,
      references: nonce === '' ? [] : referencesIn(made, nonce),
    };
  } catch (error) {
    throw error instanceof ApiError ? within(error, place) : error;
  }
}

const within = (error: ApiError, place: string): ApiError => {
  const { param, details } = error.extras;
  const extras = param === undefined && !Array.isArray(details) ? { param: place } : {};
  const named = moved(error, (path) => (path === 'body' ? place : `${place}.${path}`));
  return new ApiError(named.code, named.message, { ...named.extras, ...extras }, named.headers);
};

/** Where the arguments hold what stands for an id. */
function referencesIn(args: Body, nonce: string): Reference[] {
  const found: Reference[] = [];
  const visit = (holder: object, at: string[]) => {
    for (const [name, value] of Object.entries(holder)) {
      const place = [...at, name];
      if (typeof value === 'object' && value !== null) visit(value, place);
      if (typeof value !== 'string' || !value.startsWith(`ref-${nonce}-`)) continue;
      const step = Number(value.slice(`ref-${nonce}-`.length));
      found.push({ at: place, parts: [{ step, path: ['id'] }], is_text: true });
    }
  };
  visit(args, []);
  return found;
}

/** Returns the value that unsets a member which a manifest no longer has. @throws ApiError 400 if there is no such value */
export function unset(
  call: HandlerCall<unknown>,
  path: string,
  name: string,
  place: string,
): null | [] {
  const { route } = call.findRoute('PATCH', path);
  const shape = route.body?.shape[name] as z.ZodType | undefined;
  if (shape?.safeParse(null).success) return null;
  if (shape?.safeParse([]).success) return [];
  throw ApiError.invalid(
    `${place}.${name}`,
    'required',
    'cannot be taken back by leaving it out: say the value that it is to have',
  );
}
