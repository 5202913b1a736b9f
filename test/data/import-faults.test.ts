import { beforeAll, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { rowsOf } from '../support/seed-tenant.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase({ LOG_LEVEL: 'error' });
const api = useTenant(server);
let type: DefinedType;
beforeAll(async () => {
  type = await defineType(api, { name: 'string', n: 'integer' });
});

const send = (body: object) => api.post('/v1/data/import', { object_type_id: type.name, ...body });
const csv = (data: string) => send({ format: 'csv', data });

function upload(bytes: Buffer, filename: string) {
  const form = new FormData();
  form.set('object_type_id', type.name);
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  return api.send('POST', '/v1/data/import', { body: form });
}

describe('an invalid import is 400, names the place, and writes nothing', () => {
  const wide = Array.from({ length: 1001 }, (_, n) => `c${n}`).join(',');

  it.each<[string, string, RegExp]>([
    ['nothing', '', /data: is empty/],
    ['a column without a name', 'name,,n\na,b,c\n', /column 2 has no name/],
    ['a column twice', 'name,n,name\na,1,b\n', /column 3 has the name name, like an earlier one/],
    ['too many columns', `${wide}\n`, /1001 columns; at most 1000/],
    ['too many cells in a row', `name\na\n${wide}\n`, /1001 columns; at most 1000/],
    ['a row that is too short', 'name,n\na,1\nb\n', /Row 2: has 1 cells, the header has 2/],
    ['a row that is too long', 'name,n\na,1,2\n', /Row 1: has 3 cells/],
    ['an open quote', 'name,n\na,1\n"b,2\nc,3\n', /row 2 .*never closed/],
    [
      'text after a quote',
      'name,n\na,1\n"b"x,2\n',
      /row 2 \(line 3\) has text after a closing quote/,
    ],
    ['a quote in a cell', 'name,n\na"b,2\n', /row 1 \(line 2\) has a quote in the middle/],
    ['a bad value', 'name,n\na,1\nb,1.5\n', /Row 2 n: must be a whole number/],
    ['a number that is too large', 'n\n12345678901234567890\n', /Row 1 n: must be a whole number/],
  ])('for %s', async (_, data, message) => {
    const before = await rowsOf(server.db, api.tenant.id);
    const { status, body } = await csv(data);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toMatch(message);
    expect(await rowsOf(server.db, api.tenant.id)).toEqual(before);
  });

  it.each<[string, Buffer, RegExp]>([
    ['a NUL', Buffer.from('name,n\na,1\nb\0b,2\n'), /row 2, column name holds a NUL/],
    ['invalid UTF-8', Buffer.from('name,n\na,1\n\xff,2\n', 'latin1'), /line 3 is not valid UTF-8/],
    ['broken UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), /not valid UTF-16/],
    [
      'a record that is too long',
      Buffer.from(`name\n"${'x'.repeat(5_300_000)}"\n`),
      /row 1.*longer/,
    ],
    ['a line that is too long', Buffer.from(`name\nb\n${'x'.repeat(24_000_000)}`), /row 2.*longer/],
  ])('for %s', async (_, bytes, message) => {
    const { status, body } = await upload(bytes, 'x.csv');
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toMatch(message);
  });

  it.each<[string, string, string, RegExp]>([
    ['invalid JSON', 'json', '[{"a":1]', /data: .*not valid JSON/],
    ['not an array', 'json', '{"a":1}', /must be a JSON array/],
    ['a NUL', 'json', '[{"name":"a"},{"name":"\\u0000"}]', /data\[1\]\.name: holds a NUL/],
    ['an excessive number', 'json', '[{"n":1e400}]', /data\[0\]\.n: is a number too large/],
    ['too deep', 'json', `[${'['.repeat(80)}${']'.repeat(80)}]`, /nested more than 64/],
    ['not an object', 'json', '[{"n":1},[1]]', /Row 2: must be an object/],
    ['a broken line', 'ndjson', '{"n":1}\n{"n":\n', /Row 2: is not a valid JSON object/],
    ['half a character', 'ndjson', '{"name":"\\ud800"}\n', /Row 1 name: holds half of a surrogate/],
    ['a line too deep', 'ndjson', `{"n":${'['.repeat(200)}`, /Row 1: is nested more than 64/],
  ])('for %s in %s', async (_, format, data, message) => {
    const { status, body } = await send({ format, data });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toMatch(message);
  });

  it.each<[object, string]>([
    [{}, 'data'],
    [{ rows: [], data: '' }, 'data'],
    [{ data: 'x' }, 'format'],
    [{ rows: [{}], file_id: 'file_1' }, 'data'],
    [{ format: 'csv', data: 'n\n1', delimiter: '"' }, 'delimiter'],
    [{ format: 'csv', data: 'n\n1', delimiter: 'ab' }, 'delimiter'],
    [{ format: 'csv', data: 'n\n1', mapping: { m: 'n' } }, 'mapping'],
    [{ format: 'csv', data: 'a,b\n1,2', mapping: { a: 'n', b: 'n' } }, 'mapping'],
    [{ rows: [{}], mapping: { a: 1 } }, 'mapping.a'],
    [{ rows: [{}], date_format: 'YYYY-MM' }, 'date_format'],
    [{ rows: [{}], date_format: 'DD.DD.YYYY MM' }, 'date_format'],
    [{ rows: {} }, 'rows'],
  ])('for %j', async (body, param) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  });

  it('for an unknown type', async () => {
    const { status } = await api.post('/v1/data/import', { object_type_id: 'none', rows: [] });
    expect(status).toBe(404);
  });

  it('for a property that a strict type does not define', async () => {
    const strict = await defineType(api, { n: 'integer' }, { strict: true });
    const rows = [{ n: 1 }, { m: 1 }];
    const { status, body } = await api.post('/v1/data/import', { object_type_id: strict.id, rows });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ row: 2, property: 'm', code: 'unknown_property' }]);
  });

  it('and leaves nothing in the log', () => {
    expect(server.logLines).toEqual([]);
  });
});

describe('the limit of 10,000 rows in an import', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));
  const texts: [string, (count: number) => object][] = [
    ['rows', (count) => ({ rows: rows(count) })],
    ['json', (count) => ({ format: 'json', data: JSON.stringify(rows(count)) })],
    ['ndjson', (count) => ({ format: 'ndjson', data: '{"n":1}\n'.repeat(count) })],
    ['csv', (count) => ({ format: 'csv', data: `n\n${'1\n'.repeat(count)}` })],
  ];

  it.each(texts)('refuses 10,001 in %s', async (_, of) => {
    const { status, body } = await send(of(10_001));
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.message).toContain('must not be more than 10,000');
  });

  it('accepts exactly 10,000, and none', async () => {
    const { body } = await send({ format: 'csv', data: `n\n${'1\n'.repeat(10_000)}` });
    expect(body.data).toMatchObject({ created: 10_000, failed: 0 });
    expect(body.data).not.toHaveProperty('ids');
    expect((await csv('name,n\n')).body.data).toMatchObject({ total: 0, status: 'completed' });
    expect((await send({ rows: [] })).body.data).toMatchObject({ total: 0, status: 'completed' });
  });
});
