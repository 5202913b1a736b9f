import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareAmount, barePercent } from '../../src/groups/data/money-format.ts';
import { jsonIn } from '../../src/tools/json-schema/json-schema.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { create, defineThings, type Source, startSource, sync } from './support.ts';

const server = useOwnDatabase({ WORKER: 'on', OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8' });
const api = useTenant(server);
let source: Source;
beforeAll(async () => {
  const names = Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',');
  source = await startSource(() => ({
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(`${names}\n${`1${','.repeat(9)}\n`.repeat(100_000)}`),
  }));
  await defineThings(api);
});
afterAll(() => source.close());

it('a file with more columns than an import may have is refused before its rows are read', async () => {
  const { id } = await create(api, {
    provider: 'csv_url',
    config_json: { url: `${source.url}/wide.csv` },
  });
  expect(await sync(api, id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('100000 columns; at most 1000'),
  });
});

it('spaces within a text of others take no more than their length', () => {
  const spaces = ' '.repeat(500_000);
  expect(bareAmount(`1${spaces}1 €`)).toBe(`1${spaces}1`);
  expect(barePercent(`1${spaces}1 %`)).toBe(`1${spaces}1`);
  expect(jsonIn(`{"a":${spaces}1}`)).toEqual({ object: { a: 1 } });
  expect(jsonIn(' ```json\n{"a":1}\n``` ')).toEqual({ object: { a: 1 } });
});
