import { z } from 'zod';
import { confirmQuery, countedQuery, deleted, flag, page } from '../../ground/shapes/schemas.ts';
import { mayBeBlank } from '../../ground/shapes/strict.ts';
import { lazy } from '../../operations/lazy-handler.ts';
import { notImpersonated, type Route } from '../../operations/route.ts';
import { externalId, period, ShortUrl, Stats, shortUrlBody, tag } from './shapes.ts';

const handlers = () => import('./handlers/manage.ts');
const visit = () => import('./handlers/visit.ts');
const permission = 'short_urls:manage';
const list = '/v1/short-urls';
const one = `${list}/:short_url_id`;

/** Of an address: many people may be behind one. */
const visits = { name: 'short_url', points: 600, seconds: 60 };
/** Each costs a hash. Those of one short URL are counted besides: api.short_url_unlock. */
const attempts = { name: 'short_url_password', points: 30, seconds: 300 };

const visited = {
  path: '/s/:slug',
  scope: 'public',
  permission: 'objects:read',
  tenant: 'address',
  isPage: true,
  redirects: 'always',
  returns: z.never(),
} as const;

export const routes: Route[] = notImpersonated([
  {
    id: 'short_url.list',
    method: 'GET',
    path: list,
    scope: 'read',
    permission,
    summary: 'List short URLs, newest first',
    query: countedQuery.extend({
      tag: tag.optional(),
      external_id: externalId.optional(),
      search: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'In slug, title and url, in any case' }),
      is_active: flag.optional(),
    }),
    returns: page(ShortUrl),
    before: lazy(handlers, 'withPlace'),
    errors: ['INVALID_CURSOR'],
  },
  {
    id: 'short_url.create',
    method: 'POST',
    path: list,
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create a short URL',
    body: shortUrlBody,
    isVersioned: true,
    returns: ShortUrl,
    before: lazy(handlers, 'prepareShortUrl'),
    reads: ['slug', 'key', 'domain', 'url', 'expired_url', 'password'],
    errors: ['ALREADY_EXISTS', 'NOT_FOUND'],
    example: { body: { url: 'https://example.com/catalogue?page=2', title: 'Catalogue' } },
  },
  {
    id: 'short_url.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get a short URL',
    isVersioned: true,
    returns: ShortUrl,
    before: lazy(handlers, 'withPlace'),
  },
  {
    id: 'short_url.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change a short URL',
    description:
      'After a change of slug, the old slug no longer redirects, but stays reserved for the tenant.',
    body: shortUrlBody,
    isVersioned: true,
    returns: ShortUrl,
    before: lazy(handlers, 'prepareShortUrl'),
    reads: ['slug', 'key', 'domain', 'url', 'expired_url', 'password'],
    errors: ['ALREADY_EXISTS'],
    example: { body: { title: 'Catalogue, spring' } },
  },
  {
    id: 'short_url.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete a short URL and its statistics',
    description:
      'Asks for confirmation if it has been clicked. The slug stays reserved: no other tenant can take it.',
    query: confirmQuery,
    isConditional: true,
    mayRefuse: true,
    returns: deleted,
    before: lazy(handlers, 'withPlace'),
    errors: ['DEPENDENCY_EXISTS'],
  },
  {
    id: 'short_url.stats',
    method: 'GET',
    path: `${one}/stats`,
    scope: 'read',
    permission,
    summary: 'Get the statistics of a short URL',
    description:
      'Includes the most recent click. Days are UTC; each list shows the 100 entries with the most clicks.',
    query: z.object({ period }),
    returns: Stats,
  },
  {
    ...visited,
    id: 'short_url.open',
    method: 'GET',
    summary: 'Follow a short URL',
    description:
      'Redirects to its target, or shows a page that asks for the password. Unknown query parameters are ignored.',
    isMutation: true,
    limit: visits,
    handler: lazy(visit, 'openShortUrl'),
    errors: ['GONE', 'INVALID_CREDENTIALS'],
  },
  {
    ...visited,
    id: 'short_url.unlock',
    method: 'POST',
    summary: 'Follow a short URL that asks for a password',
    description: 'Ten wrong passwords in 15 minutes from one address, then 429.',
    body: z.object({ password: mayBeBlank(z.string().min(1).max(128)) }),
    takes: 'form',
    mayRefuse: true,
    limit: attempts,
    handler: lazy(visit, 'unlockShortUrl'),
    errors: ['GONE', 'INVALID_CREDENTIALS'],
    example: { body: { password: 'open sesame' } },
  },
]);
