import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from './errors.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers a request whose path may exist with other methods: OPTIONS with 204 and Allow, any other with 405.
 * @param isOffered whether the path exists with a method
 * @returns false when the path does not exist
 * @throws 405 METHOD_NOT_ALLOWED
 */
export function answerOtherMethod(
  req: IncomingMessage,
  res: ServerResponse,
  isOffered: (method: string) => boolean,
): boolean {
  const offered = methods.filter(isOffered);
  if (offered.length === 0) return false;
  const Allow = [...offered.flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : m)), 'OPTIONS'].join(
    ', ',
  );
  if (req.method !== 'OPTIONS') {
    const message = `${req.method} is not offered here; ${offered.join(', ')} is.`;
    throw new ApiError('METHOD_NOT_ALLOWED', message, {}, { Allow });
  }
  res.writeHead(204, { Allow }).end();
  return true;
}
