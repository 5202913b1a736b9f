import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { seedTenant } from '../support/seed-tenant.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import type { Came, FuzzerData, Stretch } from './fuzz/fuzzer.ts';

/**
 * Random requests to all operations, from callers of every kind. Each of them depends only on the seed and its number:
 * FUZZ_SEED=7 tries others, FUZZ_COUNT more of them.
 */

const seed = Number(process.env.FUZZ_SEED ?? 1);
const count = Number(process.env.FUZZ_COUNT ?? 20_000);
/** Then users who were signed out, locked out or deleted are made again. */
const stretch = 4_000;

const server = useOwnDatabase({
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: 'loopback',
  SELF_SERVE: 'on',
});
let fuzzer: Worker;
beforeAll(async () => {
  const answer = await fetch(`${server.url}/docs/openapi.json`);
  const document = (await answer.json()) as FuzzerData['document'];
  const data: FuzzerData = { url: server.url, document, seed };
  fuzzer = new Worker(new URL('./fuzz/fuzzer.ts', import.meta.url), { workerData: data });
});
afterAll(() => fuzzer?.terminate());

const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token}` });

/** A tenant with one of everything, and all its callers. */
async function scene(n: number): Promise<Pick<Stretch, 'callers' | 'params'>> {
  const api: TenantClient = await createTenant(server);
  const params = await seedTenant(api, `fuzz${n}`);
  for (const { id } of (await api.get('/v1/ai-providers')).body.data)
    await api.patch(`/v1/ai-providers/${id}`, { is_default: false });
  const other = await createTenant(server);
  const user = bearer((await signUp(api)).client.token);
  const keys = await Promise.all(
    [['read'], ['write'], ['schema', 'files'], ['auth', 'ai', 'sql']].map((scopes) =>
      api.withKey(scopes),
    ),
  );
  const all = bearer(api.token);
  const nobody = { 'x-tenant-id': api.tenant.id };
  const platform = bearer(platformClient(server).token);
  return {
    params: { ...params, tenant_id: other.tenant.id },
    callers: {
      usual: { tenant: all, user, public: nobody, open: {}, platform },
      headers: [
        ...[all, user, nobody, platform, bearer(other.token), {}],
        ...keys.map(({ token }) => bearer(token)),
        ...['ins_x_y', 'x.y.z', '', 'é'].map((token) => bearer(token)),
        { authorization: 'Basic YTpi' },
      ],
    },
  };
}

it(`no answer to ${count} random requests is a 5xx`, async () => {
  const statuses: Came['statuses'] = {};
  for (let from = 0; from < count; from += stretch) {
    const to = Math.min(from + stretch, count);
    fuzzer.postMessage({ from, to, ...(await scene(from)) } satisfies Stretch);
    const [came] = (await once(fuzzer, 'message')) as [Came];
    expect(came.faults).toEqual([]);
    for (const [status, times] of Object.entries(came.statuses))
      statuses[status] = (statuses[status] ?? 0) + times;
  }
  // A good part of them got through to the operations.
  expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeGreaterThan(count / 20);
  const ours = server.logLines.filter(
    (line) => ![502, 503, 504].includes(JSON.parse(line).err?.status),
  );
  expect(ours).toEqual([]);
});
