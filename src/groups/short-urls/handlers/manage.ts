import { ApiError } from '../../../ground/errors.ts';
import type { Before, Context } from '../../../operations/operation.ts';
import { requireRights } from '../../../operations/rights.ts';
import { isOwnHost, isShortPath } from '../target.ts';

interface Given {
  slug?: string;
  key?: string;
  domain?: string | null;
  url?: string;
  expired_url?: string | null;
  password?: string | null;
}

/** Reads and deletes: the function is told where this server is, for `short_url` and `domain`. */
export const withPlace: Before<object> = ({ services }, args) => ({
  ...args,
  ...placeOf(services.config.baseUrl),
});

/** POST /v1/short-urls and PATCH: targets are looked at, and a password is hashed, before the database is asked. */
export async function prepareShortUrl(
  context: Context,
  { slug, key, domain, password, ...args }: Given,
): Promise<object> {
  const { services, caller } = context;
  if (password) await requireRights(context);
  if (slug !== undefined && key !== undefined && slug !== key)
    throw ApiError.invalid('key', 'two_slugs', 'is another name for slug: give one of the two');
  const place = placeOf(services.config.baseUrl);
  const own_paths = ownPaths(services.config.baseUrl, args);
  const made = {
    own_paths,
    ...(password === undefined
      ? {}
      : { password_hash: password && (await services.passwords.hash(password, caller.tenant)) }),
  };
  return {
    ...args,
    ...((slug ?? key) === undefined ? {} : { slug: slug ?? key }),
    ...(domain === undefined ? {} : { domain: domain === place.host ? null : domain }),
    ...place,
    made,
  };
}

/** The start of every short URL under the host of BASE_URL. */
const placeOf = (baseUrl: string) => ({ base_url: baseUrl, host: new URL(baseUrl).host });

/**
 * The hosts of targets whose path is that of a short URL, by field: one of the tenant's own domains would lead back
 * here, which the database knows.
 * @throws 400 for one under BASE_URL
 */
function ownPaths(baseUrl: string, given: Given): Record<string, string> {
  const hosts: Record<string, string> = {};
  for (const field of ['url', 'expired_url'] as const) {
    const text = given[field];
    const url = text ? new URL(text) : undefined;
    if (!url || !isShortPath(url)) continue;
    if (isOwnHost(baseUrl, url))
      throw ApiError.invalid(field, 'loop', 'leads to another short URL. Send the final address');
    hosts[field] = url.hostname;
  }
  return hosts;
}
