import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { keepHistory, readHistory } from '../../src/cli/sql/history.ts';
import { sharedCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const runCli = sharedCli();
const insula = (args: string[], input?: string) =>
  runCli(['sql', '--url', server.url, '--token', api.token, ...args], {}, input);

beforeAll(async () => {
  await api.post('/v1/object-types', { name: 'deals' });
  for (const [name, data_type] of [
    ['stage', 'string'],
    ['price', 'number'],
    ['tags', 'array'],
  ])
    await api.post('/v1/object-types/deals/properties', { name, data_type });
  for (const properties of [
    { stage: 'won', price: 90.5, tags: ['a'] },
    { stage: 'lost "x"\u001b[2J', price: 7 },
  ])
    await api.post('/v1/objects/deals', { properties });
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const all = 'select stage, price, tags from deals order by price';

it('prints rows as a table that cannot steer a terminal, as JSON and as CSV', async () => {
  const table = await insula([all]);
  expect([table.code, table.stderr]).toEqual([0, '']);
  expect(table.stdout).toBe(
    [
      'stage            price  tags',
      'lost "x"\\x1b[2J  7',
      'won              90.5   ["a"]',
      '(2 rows)',
      '',
    ].join('\n'),
  );
  const json = await insula([all, '--json']);
  expect(JSON.parse(json.stdout)).toEqual([
    { stage: 'lost "x"\u001b[2J', price: 7, tags: null },
    { stage: 'won', price: 90.5, tags: ['a'] },
  ]);
  const csv = await insula([all, '--csv']);
  expect(csv.stdout).toBe('stage,price,tags\n"lost ""x""\u001b[2J",7,\nwon,90.5,"[""a""]"\n');
});

it('prints every digit of a number', async () => {
  const sql = 'select 90.00 as price, 12345678901234567890.5 as sum, 1e3::float8 as n';
  const csv = await insula([sql, '--csv']);
  expect(csv.stdout).toBe('price,sum,n\n90.00,12345678901234567890.5,1000\n');
  const json = await insula([sql, '--json']);
  expect(json.stdout).toContain('"sum": "12345678901234567890.5"');
});

it('takes the values of parameters after the statement', async () => {
  const found = await insula([
    'select stage from deals where price > $1 and stage = $2',
    '10',
    'won',
    '--csv',
  ]);
  expect([found.stderr, found.stdout]).toEqual(['', 'stage\nwon\n']);
});

it('shows what is wrong with a statement, and where', async () => {
  const wrong = await insula(['select stage,\n  prize\nfrom deals']);
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toBe(
    'insula: column "prize" does not exist (SQL_ERROR)\n    prize\n    ^\n',
  );
  expect((await insula([all, '--json', '--csv'])).code).toBe(2);
});

it('answers the statements that it reads one after the other, and fails when one has', async () => {
  const read = await insula(
    ['--csv'],
    `select stage
      from deals where price = 90.5;
    select nothing;
    \\d
    \\d deals
    select 2 as two`.replace(/^ {4}/gm, ''),
  );
  expect(read.stdout).toBe(
    'stage\nwon\nname,display_name\ndeals,\n' +
      'created_at,created_by,id,updated_at,version,price,stage,tags\ntwo\n2\n',
  );
  expect([read.code, read.stderr]).toEqual([
    1,
    'insula: column "nothing" does not exist (SQL_ERROR)\n  select nothing;\n         ^\n' +
      'insula: 1 of the statements failed\n',
  ]);
});

it('keeps the history readable only for its owner', async () => {
  const home = await temporaryFolder();
  vi.stubEnv('HOME', home);
  expect(readHistory()).toEqual([]);
  keepHistory(['select 2;', 'select 1;']);
  expect(readHistory()).toEqual(['select 2;', 'select 1;']);
  const file = join(home, '.local', 'state', 'insula', 'sql-history');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
