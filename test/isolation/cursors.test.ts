import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const ours = useTenant(server);
const theirs = useTenant(server);
let ourType: DefinedType;
let theirType: DefinedType;

/** A type with six objects, two of them in the trash. */
async function fill(api: TenantClient): Promise<DefinedType> {
  const type = await defineType(
    api,
    { n: { data_type: 'integer', is_sortable: true } },
    { name: 'things' },
  );
  const objects = Array.from({ length: 6 }, (_, n) => ({ properties: { n } }));
  const { ids } = (await api.post(`${type.path}/batch/create`, { objects })).body.data;
  await api.post(`${type.path}/batch/delete`, { object_ids: ids.slice(0, 2) });
  return type;
}

beforeAll(async () => {
  [ourType, theirType] = [await fill(ours), await fill(theirs)];
});

const queries = [
  'list?limit=1',
  'list?limit=1&sort=n',
  'list?limit=1&sort=n&order=desc',
  'trash?limit=1',
];
const cursorOf = async (api: TenantClient, query: string): Promise<string> =>
  (await api.get(`${ourType.path}/${query}`)).body.data.next_cursor;
const resume = (api: TenantClient, query: string, cursor: string) =>
  api.get(`${ourType.path}/${query}&cursor=${encodeURIComponent(cursor)}`);

describe('a cursor', () => {
  it.each(queries)('of another tenant is refused (%s)', async (query) => {
    const { status, body } = await resume(ours, query, await cursorOf(theirs, query));
    expect([status, body.error.code, body.error.param]).toEqual([400, 'INVALID_CURSOR', 'cursor']);
  });

  it('of another list, order or type is refused, while its own is accepted', async () => {
    const second = await defineType(ours, {}, { name: 'others' });
    for (const from of queries) {
      const cursor = await cursorOf(ours, from);
      for (const to of queries) {
        const { status } = await resume(ours, to, cursor);
        expect([from, to, status]).toEqual([from, to, from === to ? 200 : 400]);
      }
      expect((await ours.get(`${second.path}/${from}&cursor=${cursor}`)).status).toBe(400);
    }
  });

  it('changed in any character is refused, or means the same', async () => {
    const query = 'list?limit=1&sort=n';
    const cursor = await cursorOf(ours, query);
    const page = (await resume(ours, query, cursor)).body.data.results;
    let refusals = 0;
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const { status, body } = await resume(
        ours,
        query,
        cursor.slice(0, at) + other + cursor.slice(at + 1),
      );
      if (status === 400) refusals += 1;
      else expect(body.data.results).toEqual(page); // the last character has bits to spare
    }
    expect(refusals).toBeGreaterThanOrEqual(cursor.length - 1);
  });

  it.each([
    'x',
    '%00',
    '====',
    'e30',
    'W10',
    'bnVsbA',
    'IngiI',
    'eyJ2IjpbXX0',
    '////',
    'ü',
    ' ',
    'A'.repeat(4000),
    Buffer.from('{"v":null,"h":null}').toString('base64url'),
    Buffer.from(`${'['.repeat(1500)}${']'.repeat(1500)}`).toString('base64url'),
    Buffer.from('{"v":["\\u0000"],"h":"\\ud800"}').toString('base64url'),
    Buffer.from([0xff, 0xfe, 0x00]).toString('base64url'),
  ])('that is malformed is refused: %s', async (junk) => {
    for (const query of queries) {
      const { status, body } = await ours.get(
        `${ourType.path}/${query}&cursor=${junk === '%00' ? junk : encodeURIComponent(junk)}`,
      );
      expect(status).toBe(400);
      expect(['INVALID_CURSOR', 'VALIDATION_ERROR']).toContain(body.error.code);
    }
  });

  it('forged with a valid hash shows at most the tenant’s own rows, whatever its values', async () => {
    const binding = (tenant: TenantClient, type: DefinedType) =>
      `object.list|${tenant.tenant.id}|${type.id}|n|false`;
    const forge = async (bound: string, values: unknown) => {
      const { rows } = await server.db.query('select app.cursor_encode($1, $2) as cursor', [
        bound,
        JSON.stringify(values),
      ]);
      return resume(ours, 'list?limit=100&sort=n', rows[0].cursor);
    };
    expect((await forge(binding(theirs, theirType), ['', 0, ''])).status).toBe(400);
    const all = [
      null,
      [],
      {},
      'x',
      [null, null, null],
      ['', '-Infinity', ''],
      ['', 'abc', 1],
      [{}, [], {}],
      ['~', 1e300, '~'],
      [1, 2, 3],
    ];
    for (const values of all) {
      const { status, body } = await forge(binding(ours, ourType), values);
      expect([200, 400], JSON.stringify(values)).toContain(status);
      for (const object of body.data?.results ?? []) expect(object.tenant_id).toBe(ours.tenant.id);
    }
  });
});
