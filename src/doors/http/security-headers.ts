import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The headers of every answer, worked out once: they do not depend on the request. Those of helmet, and that no
 * cache keeps it. Pages that show more than text widen the content policy for themselves.
 */
export function securityHeaders(): Map<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});
  return headers.set('Cache-Control', 'no-store');
}
