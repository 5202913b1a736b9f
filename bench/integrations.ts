/** A pull of 10,000 JSON records against the import of the same records. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Harness, median } from './harness.ts';

const count = 10_000;
const rounds = 3;
const records = Array.from({ length: count }, (_, n) => ({
  code: `c${n}`,
  name: `Record ${n}`,
  email: `record${n}@example.com`,
  amount: n,
}));

/** @param harness of a server with a worker, that may reach this machine */
export async function measureIntegrations(harness: Harness): Promise<void> {
  const source = createServer((_, res) => {
    res.setHeader('content-type', 'application/json').end(JSON.stringify(records));
  });
  source.listen(0, '127.0.0.1');
  await once(source, 'listening');
  const url = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  const [imports, pulls]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    imports.push(await timed(() => importAll(harness, `imported-${round}`)));
    pulls.push(await timed(() => pullAll(harness, `pulled-${round}`, url)));
  }
  source.close();
  harness.report(
    'of the time of an import, a pull of 10,000 JSON records',
    median(pulls) / median(imports),
    3,
    '<=',
    `${Math.round(median(pulls))} ms of ${Math.round(median(imports))} ms`,
  );
}

async function defined(harness: Harness, name: string): Promise<string> {
  await harness.post('/v1/object-types', { name });
  const code = { name: 'code', data_type: 'string', is_indexed: true, is_unique: true };
  await harness.post(`/v1/object-types/${name}/properties`, code);
  return name;
}

/** Only of what `prepare` leaves to be done. */
async function timed(prepare: () => Promise<() => Promise<unknown>>): Promise<number> {
  const work = await prepare();
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function importAll(harness: Harness, name: string) {
  const object_type_id = await defined(harness, name);
  const body = { object_type_id, rows: records, mode: 'upsert', match_on: 'code' };
  return () => harness.post('/v1/data/import', body);
}

async function pullAll(harness: Harness, name: string, url: string) {
  const object_type_id = await defined(harness, name);
  const body = {
    name,
    provider: 'http_json',
    object_type_id,
    match_on: 'code',
    config_json: { url },
  };
  const { id } = await harness.post<{ id: string }>('/v1/integrations', body);
  return async () => {
    const path = `/v1/integrations/${id}/sync`;
    const { status, error } = await harness.post<{ status: string; error: string }>(path, {});
    if (status !== 'succeeded') throw new Error(`The pull has ${status}: ${error}`);
  };
}
