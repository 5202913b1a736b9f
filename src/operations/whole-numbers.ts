import { ApiError } from '../ground/errors.ts';
import { utf8 } from '../ground/shapes/json-body.ts';
import { respelledNumbers } from '../ground/shapes/json-values.ts';
import { bodyOf, checkBody } from './body-shape.ts';
import type { Route } from './route.ts';

type Args = Record<string, unknown>;

/** The bytes of transactions by their requests: only a request whose route minds how numbers are written has them read again. */
const transactions = new WeakMap<object, Uint8Array>();

/** The documented fields of a JSON body. @throws 400 for others, and for a number that its route wants written otherwise */
export function fieldsOf(route: Route, bytes: Uint8Array, value: unknown): Args {
  const fields = checkBody(bodyOf(route), value);
  if (route.isTransaction) transactions.set(fields.requests as object, bytes);
  else refuseRespelled(route, bytes);
  return fields;
}

/** @throws 400 as fieldsOf, for the body of one request of a transaction */
export function checkStepNumbers(route: Route, requests: object, index: number): void {
  const bytes = transactions.get(requests);
  if (bytes) refuseRespelled(route, bytes, `requests[${index}].body.`);
}

/** @param within where the body stands */
function refuseRespelled({ wholeNumbers }: Route, bytes: Uint8Array, within = ''): void {
  if (!wholeNumbers) return;
  const free = new RegExp(`(?:^|\\.)(?:${wholeNumbers.but.join('|')})[.[]`);
  const found = respelledNumbers(utf8(bytes))
    .filter((path) => path.startsWith(within))
    .map((path) => path.slice(within.length))
    .find((path) => !free.test(path));
  if (found !== undefined)
    throw ApiError.invalid(
      found,
      'not_whole',
      'is written with a point or an exponent, so it may have been rounded: send it as a text, such as "1.00", or as a whole number',
    );
}
