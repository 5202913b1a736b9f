import { beforeEach, expect, it } from 'vitest';
import { createTenant, type TenantClient } from '../support/api.ts';
import { useServer } from '../support/use-server.ts';
import { anotherAddress } from '../support/users.ts';

const server = useServer({ TRUSTED_PROXIES: 'loopback' });
const megabyte = 1024 * 1024;
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const send = (name: string, size = 50_000) =>
  api.post(
    '/v1/errors/report',
    { message: `it broke in ${name}`, stack: 'x'.repeat(size) },
    anotherAddress(),
  );
/** The size of samples by the counter and in truth, and the number of counted reports. */
const state = async () => {
  const { rows } = await server.db.query(
    `select (select u.sample_bytes from app.error_usage u where u.tenant_id = $1)::integer as counted,
       (select coalesce(sum(octet_length(s.report::text)), 0) from app.error_samples s
        where s.tenant_id = $1)::integer as bytes,
       (select count(*) from app.error_samples s where s.tenant_id = $1)::integer as samples,
       (select sum(g.reports) from app.error_groups g where g.tenant_id = $1)::integer as reports`,
    [api.tenant.id],
  );
  return rows[0];
};
/** Enters so many samples of 64 KB, each of an error of its own, one a second until now. */
const fill = (samples: number) =>
  server.db.query(
    `with made as (
       insert into app.error_groups (tenant_id, id, fingerprint, message, level, samples, window_start,
         first_seen_at, last_seen_at, listed_at, updated_at)
       select $1, 'err_' || right($1, 20) || '_' || n, 'f' || n, 'm', 'error', 1, now(), now(), now(), now(), now()
       from generate_series(1, $2::int) n returning id, fingerprint),
     kept as (
       insert into app.error_samples (tenant_id, error_id, slot, reported_at, report, bytes)
       select $1, m.id, 0, now() - make_interval(secs => $2 - substr(m.fingerprint, 2)::int),
         jsonb_build_object('message', repeat('x', 65536 - 15)), 65536
       from made m returning bytes)
     insert into app.error_usage (tenant_id, sample_bytes) select $1, sum(k.bytes) from kept k`,
    [api.tenant.id, samples],
  );

it('counts what samples take, also where one takes the place of another', async () => {
  for (let n = 0; n < 3; n += 1) await send('one', 1000 + n);
  await send('another');
  const { counted, bytes, samples } = await state();
  expect([counted, samples]).toEqual([bytes, 4]);
  await server.db.query(
    `update app.error_groups set samples = 20, window_reports = 1 where tenant_id = $1 and reports = 3`,
    [api.tenant.id],
  );
  // In slot 0 again, where it is shorter than what was there.
  await send('one', 10);
  const after = await state();
  expect([after.counted, after.samples, after.reports]).toEqual([after.bytes, 4, 5]);
  expect(after.bytes).toBeLessThan(bytes);
});

it('keeps 64 MB for a tenant: the oldest samples go, and everything stays counted', async () => {
  await fill(1020);
  await Promise.all(Array.from({ length: 10 }, (_, n) => send(`part ${'abcdefghij'[n]}`)));
  const { counted, bytes, samples, reports } = await state();
  expect(counted).toBe(bytes);
  expect(bytes).toBeLessThanOrEqual(64 * megabyte);
  expect(bytes).toBeGreaterThan(59 * megabyte);
  expect([samples < 1020, reports]).toEqual([true, 1030]);
  const { rows } = await server.db.query(
    `select min(substr(g.fingerprint, 2)::int) as oldest, count(*)::integer as left
     from app.error_samples s join app.error_groups g on g.tenant_id = s.tenant_id and g.id = s.error_id
     where s.tenant_id = $1 and g.fingerprint ~ '^f\\d+$'`,
    [api.tenant.id],
  );
  // The newest of those that were there are left, without a gap.
  expect(rows[0].oldest + rows[0].left - 1).toBe(1020);
  const { errors } = (await api.get('/v1/errors?limit=1')).body.data;
  expect((await api.get(`/v1/errors/${errors[0].id}`)).body.data.samples).toHaveLength(1);
});
