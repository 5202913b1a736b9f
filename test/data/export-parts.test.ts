import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { startWorker, type Worker } from '../../src/doors/worker/worker.ts';
import { groups } from '../../src/groups/index.ts';
import { createLog } from '../../src/pulse/log.ts';
import { createPolicy, policiesOf } from '../policies/support.ts';
import { atTenant } from '../support/at-tenant.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { killBlocked } from '../support/kill-blocked.ts';
import { seedObjects } from '../support/seed-objects.ts';
import { until } from '../support/until.ts';
import { untilBlocked } from '../support/until-blocked.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { signUp } from '../support/users.ts';
import { holdExports } from './hold-exports.ts';

const count = 100_000;
const mostBytes = 1_000_000;

const server = useOwnDatabase();
const api = useTenant(server);
let type: DefinedType;
let workers: Worker[] = [];
beforeAll(async () => {
  type = await defineType(api, { n: 'integer', owner: 'string' });
  await atTenant(
    server,
    api.tenant.id,
    `insert into app.objects (tenant_id, object_type_id, id, properties, created_at, updated_at, tx_id)
     select $1, $2, 'obj_' || lpad(to_hex(n), 32, '0'),
       jsonb_build_object('n', n, 'owner', 'o' || n % 4, 'text', '=ä" '), now(), now(), app.place($1)
     from generate_series(1, $3) n`,
    [api.tenant.id, type.id, count],
  );
  await server.db.query(
    `insert into app.object_counts (tenant_id, object_type_id, slot, live) values ($1, $2, 0, $3)
     on conflict (tenant_id, object_type_id, slot) do update set live = $3`,
    [api.tenant.id, type.id, count],
  );
});
const rest = async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
};
afterAll(rest);

const workerUrl = () =>
  databaseUrls(server.config.databaseUrl as string, server.config.encryptionKey).worker;

async function work(): Promise<void> {
  const log = createLog({ ...server.config, logLevel: 'silent' });
  workers.push(await startWorker({ groups, config: server.config, workerUrl: workerUrl(), log }));
}

async function start(body: object, client: Pick<typeof api, 'post'> = api) {
  const answer = await client.post('/v1/data/export', { object_type_id: type.id, ...body });
  expect([answer.status, answer.body.data?.status]).toEqual([201, 'pending']);
  return answer.body.data;
}

const ended = (url: string) =>
  until(
    async () => (await api.get(`${url}/status`)).body.data,
    ({ status }) => status === 'completed' || status === 'failed',
    60,
  );

/** The file of an export, once the worker has made it. */
async function file({ id, download_url }: { id: string; download_url: string }): Promise<string> {
  expect(await ended(download_url)).toMatchObject({ id, status: 'completed', error: null });
  const answer = await fetch(server.url + download_url, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  return answer.text();
}

const numbersOf = (ndjson: string) =>
  ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).n);

describe('an export of 100,000 objects', () => {
  it('contains each of them once and in order', async () => {
    await work();
    const down = Array.from({ length: count }, (_, n) => count - n);
    const newestFirst = await start({ format: 'ndjson' });
    expect(numbersOf(await file(newestFirst))).toEqual(down);
    // No index has this order: it is sorted once.
    const json = JSON.parse(await file(await start({ format: 'json', sort: 'n', order: 'asc' })));
    expect(json.map(({ n }: { n: number }) => n)).toEqual(down.toReversed());
    const csv = (await file(await start({ format: 'csv', order: 'asc' }))).split('\r\n');
    expect(csv.length).toBe(count + 2);
    expect(csv[0]).toBe('id,n,owner,text,created_at,updated_at,created_by,version');
    expect(csv[count]).toContain(`,${count},o0,"'=ä"" ",`);
  }, 300_000);

  it('contains only what the policies of the user who asked for it show', async () => {
    await work();
    const { client } = await signUp(api);
    const policy = { action: 'select', condition_json: { owner: 'o2' } };
    const made = await createPolicy(api, policy, type.id);
    const asked = await start({ format: 'ndjson', order: 'asc' }, client);
    expect(asked.row_count).toBe(count / 4);
    const done = await until(
      async () => (await client.get(`${asked.download_url}/status`)).body.data,
      ({ status }) => status === 'completed',
      60,
    );
    expect(done.row_count).toBe(count / 4);
    const { body } = await client.get(asked.download_url);
    const numbers = numbersOf(body);
    expect(numbers.length).toBe(count / 4);
    expect(numbers.every((n, at) => n % 4 === 2 && (at === 0 || n > numbers[at - 1]))).toBe(true);
    await api.delete(`${policiesOf(type.id)}/${made}`);
  });

  it('begins again, with the data of then, after its connections were killed midway', async () => {
    await rest();
    const { id, download_url } = await start({ format: 'ndjson', order: 'asc' });
    const holder = await holdExports(server, 5000);
    await work();
    await untilBlocked(server.db, holder);
    const { rows } = await server.db.query('select row_count from app.exports where id = $1', [id]);
    expect(rows[0].row_count).toBeGreaterThan(0);
    await server.db.query(
      `update app.objects set properties = properties || '{"n": 0}'
       where tenant_id = $1 and object_type_id = $2 and id = (
         select min(id) from app.objects where tenant_id = $1 and object_type_id = $2)`,
      [api.tenant.id, type.id],
    );
    expect(await killBlocked(server, holder, 'worker')).toBe(1);
    await holder.query('rollback');
    holder.release();
    const numbers = numbersOf(await file({ id, download_url }));
    expect([numbers.length, numbers[0], numbers[1], numbers.at(-1)]).toEqual([count, 0, 2, count]);
  }, 300_000);
});

describe('a part of an export', () => {
  it('is never larger than 1 MB and a row, however large the rows after small ones are', async () => {
    const wide = await defineType(api, {
      text: 'text',
      owner: { data_type: 'string', is_indexed: true },
    });
    const small = await seedObjects(server.db, wide.id, 3000, `jsonb_build_object('owner', 'a')`);
    const large = await seedObjects(
      server.db,
      wide.id,
      60,
      `jsonb_build_object('owner', 'b', 'text', repeat(md5(i::text), 3000))`,
    );
    for (const body of [
      { format: 'ndjson', order: 'asc' },
      { format: 'csv', order: 'asc', include: ['versions'] },
      { format: 'json', sort: 'owner', order: 'asc' },
    ]) {
      const { id } = (await start({ object_type_id: wide.id, ...body })) as { id: string };
      const parts = await withClient(workerUrl(), 'test', async (client) => {
        await client.query('begin isolation level repeatable read read only');
        const key = [api.tenant.id, id];
        const { rows: opened } = await client.query(
          'select worker.export_open($1 collate "C", $2) as plan',
          key,
        );
        const found: { row_count: number; lines: string; after: unknown }[] = [];
        let after: unknown = null;
        do {
          const { rows } = await client.query(
            'select worker.export_part($1 collate "C", $2, $3, $4, 5000) as part',
            [...key, opened[0].plan, after && JSON.stringify(after)],
          );
          const [head, ...lines] = rows[0].part.split('\n');
          const part = { ...JSON.parse(head), lines: lines.join('\n') };
          found.push(part);
          after = part.after;
        } while (after !== null);
        await client.query('rollback');
        return found;
      });
      const rowBytes = 97_000;
      expect(parts.length).toBeGreaterThan(5);
      for (const { lines } of parts)
        expect(Buffer.byteLength(lines)).toBeLessThan(mostBytes + rowBytes);
      expect(parts.reduce((sum, { row_count }) => sum + row_count, 0)).toBe(3060);
      const whole = parts.map(({ lines }) => lines).join('');
      const ids = whole.match(/obj_[0-9a-f]{32}/g) as string[];
      expect(ids).toEqual([...small, ...large]);
    }
  });
});

describe('a property that is deleted or made after the request', () => {
  it('is exported as the type has it when the worker reads it', async () => {
    await rest();
    const other = await defineType(api, { first: 'integer', second: 'string' });
    await seedObjects(
      server.db,
      other.id,
      5001,
      `jsonb_build_object('first', i, 'second', 's' || i)`,
    );
    const asked = await start({ object_type_id: other.id, order: 'asc' });
    const properties = `/v1/object-types/${other.id}/properties`;
    await api.delete(`${properties}/${other.properties.first}`);
    await api.post(properties, { name: 'third', data_type: 'string' });
    await work();
    const [header, row] = (await file(asked)).split('\r\n');
    const { body } = await api.get(`${other.path}/list?limit=1&sort=id&order=asc`);
    const { id, properties: kept } = body.data.results[0];
    const columns = ['second', 'third', ...('first' in kept ? ['first'] : [])];
    expect(header).toBe(`id,${columns.join(',')},created_at,updated_at,created_by,version`);
    expect(row).toMatch(new RegExp(`^${id},s1,,${'first' in kept ? '1,' : ''}2`));
  });
});
