import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
const page = readFileSync(new URL('../../docs/data/sql.md', import.meta.url), 'utf8');

it.each(['files', 'users', 'associations', 'events', 'object_types'])(
  'the page names each column of %s',
  async (table) => {
    const [, cell = ''] = new RegExp(`^\\| \`${table}\` \\| (.*) \\|$`, 'm').exec(page) ?? [];
    const [listed = ''] = cell.split(/;| of the events/);
    const named = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const { body } = await api.post('/v1/sql', { sql: `select * from ${table} limit 0` });
    expect(body.data.columns).toEqual(named);
  },
);

it('and the type of each column of an object type', async () => {
  await api.post('/v1/object-types', { name: 'kinds' });
  const types: Record<string, string> = {
    ...{ number: 'float8', float: 'float8', percent: 'float8', integer: 'int8', rating: 'int8' },
    ...{
      currency: 'numeric',
      boolean: 'bool',
      date: 'date',
      time: 'time',
      datetime: 'timestamptz',
    },
    ...{
      array: 'jsonb',
      object: 'jsonb',
      json: 'jsonb',
      string: 'text',
      email: 'text',
      slug: 'text',
    },
  };
  for (const data_type of Object.keys(types))
    await api.post('/v1/object-types/kinds/properties', { name: `${data_type}_`, data_type });
  const all = Object.entries(types).map(([name, type]) => `coalesce("${name}_", null::${type})`);
  const { body } = await api.post('/v1/sql', { sql: `select ${all.join(', ')} from kinds` });
  expect(body.error).toBeUndefined();
  // Another type beside one of them would make it another: a set operation takes no cast.
  for (const [name, type] of Object.entries(types)) {
    const other = type === 'jsonb' ? 'date' : 'jsonb';
    const sql = `select "${name}_" from kinds union all select null::${other}`;
    expect((await api.post('/v1/sql', { sql })).status).toBe(400);
  }
});
