import type { Seed, SeedRows } from '../support/group-seeds.ts';

/** An error that says the marker wherever it can. */
export const seed: Seed = async (api, marker) => {
  const { body } = await api.post('/v1/errors/report', {
    message: marker,
    stack: marker,
    source: marker,
    path: `/${marker}`,
    metadata: { [marker]: marker },
    release: marker,
    environment: marker,
    user: { id: marker },
    url: `https://${marker}.example/`,
    user_agent: marker,
    fingerprint: [marker],
  });
  return { error_id: body.data.error_id };
};

export const seedRows: SeedRows = async (db, tenantId, marker) => {
  await db.query(
    `with error as (
       insert into app.error_groups (tenant_id, id, fingerprint, message, source, level, path, release,
         environment, window_start, first_seen_at, last_seen_at, listed_at, updated_at)
       values ($1, $3, $2, $2, $2, 'error', $2, $2, $2, now(), now(), now(), now(), now())),
     sample as (
       insert into app.error_samples values ($1, $3, 0, now(), json_build_object('message', $2::text))),
     usage as (insert into app.error_usage values ($1, 10) on conflict do nothing)
     insert into app.error_releases values ($1, $3, $2, 1, now(), now())`,
    [tenantId, marker, `err_${marker}`],
  );
};

/** Columns of texts that no user writes, by table. */
export const notWritten: Record<string, RegExp> = {
  error_groups: /^(fingerprint|level)$/,
};
