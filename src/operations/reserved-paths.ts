/**
 * Beginnings of paths that this server has itself, or may have in a later version: no prefix of a tenant may have one of them as
 * a part.
 */
export const reservedParts: ReadonlySet<string> = new Set([
  '.well-known',
  'admin',
  'api',
  'assets',
  'auth',
  'billing',
  'd',
  'docs',
  'events',
  'f',
  'health',
  'hooks',
  'metrics',
  'owner',
  'portal',
  'ready',
  's',
  'static',
  'tls',
  'v1',
  'v2',
  'webhooks',
]);

/**
 * The paths that a prefix may stand before: the API and the pages of tenants. Nothing of the operator's: a proxy that keeps /admin from the
 * outside does not know prefixes.
 */
export const partsOfTenants: ReadonlySet<string> = new Set(['v1', 's', 'f', 'd']);

/** The first part of a path, with nothing decoded: `acme` of `/acme/v1/objects?x`. */
export const firstPart = (url: string): string => /^\/([^/?]*)/.exec(url)?.[1] ?? '';
