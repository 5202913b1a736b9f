import { createHash } from 'node:crypto';
import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** A short URL that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/short-urls', {
    url: `https://${marker}.example/`,
    expired_url: `https://${marker}.example/gone`,
    slug: `${marker}-${createHash('sha256').update(api.tenant.id).digest('hex').slice(0, 8)}`,
    title: marker,
    tags: [marker],
    external_id: marker,
    utm: { source: marker },
    metadata: { [marker]: marker },
  });
  return { short_url_id: body.data.id };
};

/** With a domain of the tenant's own, a password and a visit, and what the worker makes of visits. */
export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with link as (
       insert into app.short_urls (tenant_id, id, domain, slug, url, password_hash)
       values ($1, $3, $2, $2, $2, $2)),
     address as (insert into app.tenant_addresses values ($2 || '/s/' || $2, $1)),
     tag as (insert into app.short_url_tags values ($1, $2, $3)),
     click as (
       insert into app.short_url_clicks (tenant_id, short_url_id, clicked_at, referrer, browser, visitor)
       values ($1, $3, now(), $2, $2, decode(repeat('00', 12), 'hex'))),
     visitor as (
       insert into app.short_url_visitors values ($1, current_date, $3, decode(repeat('01', 12), 'hex')))
     insert into app.short_url_counts (tenant_id, short_url_id, grain, since, dimension, value)
     values ($1, $3, 'ever', '-infinity', 'referrer', $2)`,
    [tenantId, marker, `sl_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  short_url_clicks: /^country$/,
  short_url_counts: /^(grain|dimension)$/,
};
