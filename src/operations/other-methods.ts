import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../ground/errors.ts';
import type { Route } from './route.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * 405 for a path that exists with other methods; undefined when it does not exist.
 * @param isOffered whether the path exists with a method
 */
export function methodNotAllowed(
  method: string | undefined,
  isOffered: (method: string) => boolean,
): ApiError | undefined {
  const offered = methods.filter(isOffered);
  if (offered.length === 0) return undefined;
  const Allow = [...offered.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : m)), 'OPTIONS'].join(
    ', ',
  );
  const message = `${method} is not allowed here. Use ${offered.join(', ')}.`;
  return new ApiError('METHOD_NOT_ALLOWED', message, {}, { Allow });
}

/**
 * Lets `X-HTTP-Method-Override` set the method of a request, at paths whose protocol has that, and nowhere else: clients there
 * may be able to send nothing but GET and POST.
 * @param routeOf what the path is with a method
 */
export function takeMethod(
  req: IncomingMessage,
  routeOf: (method: string) => Pick<Route, 'speaks'> | undefined,
): void {
  const meant = req.headers['x-http-method-override'];
  if (
    typeof meant === 'string' &&
    methods.some((method) => routeOf(method)?.speaks?.takesMethodOverride)
  )
    req.method = meant.trim().toUpperCase();
}

/**
 * Answers a request whose path may exist with other methods: OPTIONS with 204 and Allow, any other with 405.
 * @param routeOf what the path is with a method
 * @returns false when the path does not exist
 * @throws 405 METHOD_NOT_ALLOWED
 */
export function answerOtherMethod(
  req: IncomingMessage,
  res: ServerResponse,
  routeOf: (method: string) => Pick<Route, 'speaks'> | undefined,
): boolean {
  const error = methodNotAllowed(req.method, (method) => routeOf(method) !== undefined);
  if (!error) return false;
  if (req.method !== 'OPTIONS') throw error;
  const more = methods.map((method) => routeOf(method)?.speaks?.options ?? {});
  res.writeHead(204, Object.assign({}, error.headers, ...more)).end();
  return true;
}
