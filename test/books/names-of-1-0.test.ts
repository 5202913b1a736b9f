import { beforeAll, expect, it } from 'vitest';
import { withClient } from '../../src/db/client.ts';
import { databaseUrls } from '../../src/db/urls.ts';
import { dataOf, readAnswer } from '../../src/operations/answer.ts';
import { type Client, platformClient } from '../support/api.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const path = '/owner/accounting';
const server = useOwnDatabase();
let operator: Client;
beforeAll(() => {
  operator = platformClient(server);
});

const income = { type: 'income', amount: '19.9', currency: 'USD' };

/** The answer of an operation, in part. */
interface Answered {
  id: string;
  records: object[];
  currencies: object[];
  text: string;
}

/** Calls an operation as the API of 1.0.0 does. */
async function call(verb: string, args: object, change?: { key: string }) {
  const { databaseUrl, encryptionKey } = server.config;
  const { api } = databaseUrls(databaseUrl as string, encryptionKey);
  const { rows } = await withClient(api, 'test', (client) =>
    client.query(`select gateway.call_platform_tenant('platform', $1, $2, $3)::text as answer`, [
      change ? { change } : {},
      `accounting_record_${verb}`,
      args,
    ]),
  );
  return dataOf<Answered>(readAnswer(rows[0].answer, {}));
}

it('processes of 1.0.0 keep the books by the names that they know', async () => {
  const { id } = await call('create', income);
  const shown = (await operator.get(`${path}/${id}`)).body.data;
  expect(shown).toMatchObject({ ...income, amount: '19.90' });
  expect(await call('get', { record_id: id })).toEqual(shown);
  const page = { limit: 10, offset: 0 };
  expect((await call('list', page)).records).toEqual([shown]);
  expect((await call('summary', {})).currencies).toMatchObject([{ income: '19.90' }]);
  expect(JSON.parse((await call('export', { format: 'json' })).text)).toEqual([shown]);
  expect(await call('update', { record_id: id, amount: '5' })).toMatchObject({ amount: '5.00' });
  expect(await call('delete', { record_id: id })).toEqual({ id, deleted: true });
  expect((await operator.get(path)).body.data.records).toEqual([]);
});

it('a record is added once for one Idempotency-Key, whichever version is asked first', async () => {
  const { id } = await call('create', income, { key: 'first of 1.0' });
  const headers = (key: string) => ({ 'idempotency-key': key });
  const again = await operator.post(path, income, headers('first of 1.0'));
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(again.body.data.id).toBe(id);

  const { data } = (await operator.post(path, income, headers('first of 1.1'))).body;
  const repeated = await call('create', income, { key: 'first of 1.1' });
  expect(repeated.id).toBe(data.id);
  expect((await operator.get(path)).body.data.total).toBe(2);
});
