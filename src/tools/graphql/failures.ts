import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { toApiError } from '../../db/errors.ts';
import type { RequestContext } from '../../operations/context.ts';

/**
 * An error as clients see it: `extensions` contain the code and all other members of the same error of a route. Errors
 * that graphql finds in a request are a VALIDATION_ERROR.
 */
export function formatError(
  error: GraphQLError,
  log: Logger,
  { requestId }: Pick<RequestContext, 'requestId'>,
): GraphQLFormattedError {
  const { message, locations, path, originalError } = error;
  const at = { ...(locations ? { locations } : {}), ...(path ? { path } : {}) };
  if (!originalError || originalError instanceof GraphQLError)
    return { message, ...at, extensions: { code: 'VALIDATION_ERROR' } };
  const known = toApiError(originalError);
  if (known.status >= 500 && known.code !== 'TIMEOUT')
    log.error({ err: known.cause ?? known, request_id: requestId, path }, known.code);
  return { message: known.message, ...at, extensions: { code: known.code, ...known.extras } };
}
