import { beforeEach, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
beforeEach(async () => {
  type = await defineType(api, {
    ...{ name: 'string', email: 'email', age: 'integer', price: 'number', active: 'boolean' },
    ...{ born: 'date', seen: 'datetime', tags: 'array', extra: 'object', any: 'json' },
    cost: 'currency',
  });
});

/** Imports a text and reads the objects back, in its order. */
async function imported(data: string, options: object = {}) {
  const { body } = await api.post('/v1/data/import', {
    ...{ object_type_id: type.name, format: 'csv', data },
    ...options,
  });
  expect(body.error).toBeUndefined();
  const list = await api.get(`${type.path}/list?limit=100&sort=id&order=asc`);
  return list.body.data.results.map((one: { properties: object }) => one.properties);
}

/** Sends a form with one file. */
function upload(bytes: string | Buffer, filename: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  for (const [name, value] of Object.entries({ object_type_id: type.name, ...fields }))
    form.set(name, value);
  return api.send('POST', '/v1/data/import', { body: form });
}

describe('a CSV import', () => {
  it('converts values to the data types of its properties', async () => {
    const header = 'name,email,age,price,active,born,seen,tags,extra,any,cost,free';
    const first =
      'Ada,ADA@x.de,36,1.50,true,1815-12-10,2020-01-02T03:04:05Z,"[1,""x""]","{""a"":1}","""t""","{""amount"":""1.20"",""currency"":""EUR""}",01';
    const second = '"a\n""b"", c",,-3,-2e3,No,,,,,7,5,';
    expect(await imported(`${header}\r\n${first}\r\n${second}\r\n`)).toEqual([
      {
        ...{ name: 'Ada', email: 'ada@x.de', age: 36, price: 1.5, active: true },
        ...{ born: '1815-12-10', seen: '2020-01-02T03:04:05+00:00', tags: [1, 'x'] },
        ...{ extra: { a: 1 }, any: 't', cost: { amount: '1.20', currency: 'EUR' }, free: '01' },
      },
      { name: 'a\n"b", c', age: -3, price: -2000, active: false, any: 7, cost: 5 },
    ]);
  });

  it('treats an empty cell as missing, and empty quotes as empty text where allowed', async () => {
    const rows = 'name,age,email\n,,\n"","",""\n\nx,1,\n';
    expect(await imported(rows)).toEqual([{ name: '' }, { name: 'x', age: 1 }]);
  });

  it('removes the quote that exports put before formulas, and no other', async () => {
    const rows = `name,age\n'=1+1,'-5\n"' ""@x",1\n'tis,2\n'',3\n`;
    expect(await imported(rows)).toEqual([
      { name: '=1+1', age: -5 },
      { name: ' "@x', age: 1 },
      { name: "'tis", age: 2 },
      { name: "''", age: 3 },
    ]);
  });

  it('accepts any delimiter, and dates in any order', async () => {
    const options = { delimiter: ';', date_format: 'DD.MM.YYYY' };
    expect(
      await imported('name;born;seen\nA;31.12.1999;01.02.2000\nB;1999-12-30;\n', options),
    ).toEqual([
      { name: 'A', born: '1999-12-31', seen: '2000-02-01T00:00:00+00:00' },
      { name: 'B', born: '1999-12-30' },
    ]);
    const american = { delimiter: 'tab', date_format: 'M/D/YYYY HH:mm' };
    const [, , third] = await imported('born\tseen\n1/2/2003 04:05\t1/2/2003 04:05\n', american);
    expect(third).toEqual({ born: '2003-01-02', seen: '2003-01-02T04:05:00+00:00' });
  });

  it('renames and skips columns by mapping, and skips system fields of an export', async () => {
    const data = 'id,Full Name,version,Years,created_at\nobj_1,Ada,7,36,2020-01-01\n';
    const mapping = { 'Full Name': 'name', Years: null, version: 'age' };
    expect(await imported(data, { mapping })).toEqual([{ name: 'Ada', age: 7 }]);
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffname\nÄda\n')],
    ['UTF-16 little endian', Buffer.from('\ufeffname\nÄda\n', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\ufeffname\nÄda\n', 'utf16le').swap16()],
  ])('may be %s', async (_, bytes) => {
    const { body } = await upload(bytes, 'people.csv');
    expect(body.data.created).toBe(1);
    const { properties } = (await api.get(`${type.path}/list`)).body.data.results[0];
    expect(properties).toEqual({ name: 'Äda' });
  });
});

describe('a JSON or NDJSON import', () => {
  it('takes values as they are', async () => {
    const rows = [
      { name: '007', age: 7 },
      { tags: [], 'odd name': null, __proto__x: 1 },
    ];
    expect(await imported(JSON.stringify(rows), { format: 'json' })).toEqual([
      { name: '007', age: 7 },
      { tags: [], __proto__x: 1 },
    ]);
    const lines = `${JSON.stringify(rows[0])}\r\n\n{"__proto__":{"a":1},"name":"p"}`;
    const [, , , last] = await imported(lines, { format: 'ndjson' });
    expect(Object.getOwnPropertyDescriptor(last, '__proto__')?.value).toEqual({ a: 1 });
  });
});

describe('an import form', () => {
  it('accepts the same fields as a JSON body, and the format from the file name', async () => {
    const answer = await upload('{"n":"Ada","a":1}\n{"n":1}\n', 'people.NDJSON', {
      ...{
        mapping: '{"n":"name","a":"age"}',
        on_error: 'skip',
        create_missing_properties: 'false',
      },
    });
    expect(answer.body.data).toMatchObject({ format: 'ndjson', created: 1, failed: 1 });
    const upsert = await upload('name;age\nAda;2\n', 'x.txt', {
      ...{ delimiter: ';', mode: 'upsert', match_on: '["name"]' },
    });
    expect(upsert.body.data).toMatchObject({ format: 'csv', updated: 1 });
    const one = await upload('name,age\nAda,3\n', 'x.csv', { mode: 'update', match_on: 'name' });
    expect(one.body.data.updated).toBe(1);
  });

  it('accepts up to 25 MB, and is refused before it is read without the right to import', async () => {
    const line = `${'x'.repeat(9998)},1\n`;
    const rows = line.repeat(2500);
    expect((await upload(`name,age\n${rows}`, 'x.csv')).body.data?.created).toBe(2500);
    const big = await upload(`name,age\n${line.repeat(2700)}`, 'x.csv');
    expect([big.status, big.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const reader = await api.withKey(['read']);
    const form = new FormData();
    form.set('file', new Blob(['name\nx']), 'x.csv');
    form.set('object_type_id', type.name);
    const refused = await reader.send('POST', '/v1/data/import', { body: form });
    expect(refused.status).toBe(403);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['an end in the middle', 'multipart/form-data; boundary=b', '--b\r\nContent-Dispo'],
    [
      'a file that never ends',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\nname\nx',
    ],
    [
      'a field twice',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="mode"\r\n\r\ninsert\r\n'.repeat(2)}--b--\r\n`,
    ],
    [
      'two files',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="f"; filename="x.csv"\r\n\r\nn\r\n'.repeat(2)}--b--\r\n`,
    ],
  ])('with %s is 400', async (_, contentType, body) => {
    const headers = { 'content-type': contentType };
    const answer = await api.send('POST', '/v1/data/import', { body, headers });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('create_missing_properties', () => {
  it('finds data types that fit all values', async () => {
    const data =
      'n,x,flag,day,at,code,words,mixed\n1,1.5,true,2020-01-02,2020-01-02T03:04:05Z,007,Ada,1\n2,2,false,2020-01-03,2020-01-02 03:04,1,Bob,x\n';
    await imported(data, { create_missing_properties: true });
    const { body } = await api.get(`/v1/object-types/${type.id}/properties`);
    const types = Object.fromEntries(
      body.data.map((p: { name: string; data_type: string }) => [p.name, p.data_type]),
    );
    expect(types).toMatchObject({
      ...{ n: 'integer', x: 'number', flag: 'boolean', day: 'date', at: 'datetime' },
      ...{ code: 'string', words: 'string', mixed: 'string' },
    });
  });

  it('works for JSON too, where text stays text', async () => {
    const rows = [
      { i: 1, f: 1.5, s: '1', a: [1], o: { a: 1 }, m: 1, z: null },
      { m: 'x', f: 2 },
    ];
    await imported(JSON.stringify(rows), { format: 'json', create_missing_properties: true });
    const { body } = await api.get(`/v1/object-types/${type.id}/properties`);
    const types = Object.fromEntries(
      body.data.map((p: { name: string; data_type: string }) => [p.name, p.data_type]),
    );
    expect(types).toMatchObject({
      ...{ i: 'integer', f: 'number', s: 'string', a: 'array', o: 'object', m: 'json' },
    });
    expect(types).not.toHaveProperty('z');
  });

  it.each(['Full Name', 'NAME', 'ünicode'])('refuses a column named %s', async (column) => {
    const { status, body } = await api.post('/v1/data/import', {
      ...{ object_type_id: type.name, format: 'csv', data: `${column}\nx\n` },
      create_missing_properties: true,
    });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('mapping')]);
  });
});
