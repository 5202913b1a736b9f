import { validate } from '../../ground/shapes/validate.ts';
import { checkSent } from '../../operations/body-shape.ts';
import type { Route } from '../../operations/route.ts';

export type Args = Record<string, unknown>;

/** Returns the arguments that were given: null counts as missing. */
export const given = (args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value != null));

/** Checks what stands for the query of a request to a route. @throws 400 */
export const asQuery = ({ query }: Route, args: Args): Args =>
  query ? validate(query, given(args), 'query') : {};

/** Checks what stands for its body. @throws 400 */
export const asBody = (route: Route, args: Args): Args => checkSent(route, given(args));
