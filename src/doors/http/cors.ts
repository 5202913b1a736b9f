import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';

const exposedHeaders = [
  'X-Request-Id',
  'X-Total-Count',
  'X-Total-Relation',
  'X-Tx-Id',
  'Idempotent-Replayed',
  'ETag',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'X-Variant-Cache',
  'Location',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Plan-Usage',
  'Retry-After',
];

/**
 * Lets browsers call from the origins of CORS_ORIGINS. Never with credentials: tokens travel in a header that only
 * the calling page can set, so there is nothing that another page could ride on.
 * @returns whether it was a preflight, which is answered then
 */
export function allowOrigins(origins: string[]) {
  const allow = cors({
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders,
    maxAge: 600,
    preflightContinue: true,
  });
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.headers.origin === undefined) return false;
    allow(req, res, () => {});
    if (req.method !== 'OPTIONS' || !req.headers['access-control-request-method']) return false;
    res.writeHead(204).end();
    return true;
  };
}
