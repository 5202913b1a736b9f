import { beforeEach, describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);
let type: DefinedType;
beforeEach(async () => {
  type = await defineType(api, { name: 'string', n: 'number', born: 'date' });
});

async function send(file: string | Buffer, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'rows.csv');
  for (const [name, value] of Object.entries({ object_type_id: type.name, ...fields }))
    form.set(name, value);
  return api.send('POST', '/v1/data/import', { body: form });
}
async function kept() {
  const { body } = await api.get(`${type.path}/list?limit=100&sort=id&order=asc`);
  return body.data.results.map((one: { properties: object }) => one.properties);
}
async function imported(file: string | Buffer, fields: Record<string, string> = {}) {
  const { body } = await send(file, fields);
  expect(body.error).toBeUndefined();
  return { rows: await kept(), data: body.data };
}

describe('the delimiter of a CSV file', () => {
  it.each([
    ['name,n\nAda,1\nB,2\n', ','],
    ['name;n\nAda;1\nB;2\n', ';'],
    ['name\tn\nAda\t1\nB\t2\n', '\t'],
    ['name|n\nAda|1\nB|2\n', '|'],
    ['\ufeffname;n\r\nAda;1\r\nB;2\r\n', ';'],
    ['name;n\rAda;1\rB;2\r', ';'],
    ['"name";"n"\n"Ada";"1"\n"B";"2"\n', ';'],
    ['sep=|\nname|n\nAda|1\nB|2\n', '|'],
    ['sep=;\r\nname;n\r\nAda;1\r\nB;2', ';'],
    ['\n\nname;n\n\nAda;1\n;\nB;2\n', ';'],
  ])('of %j is found', async (text, delimiter) => {
    const { rows, data } = await imported(text);
    expect(rows).toEqual([
      { name: 'Ada', n: 1 },
      { name: 'B', n: 2 },
    ]);
    expect(data.detected).toEqual({ encoding: 'utf-8', delimiter, decimal: '.' });
  });

  it('is found though cells hold others', async () => {
    const { rows } = await imported('name;born;n\n"a;b, c|d";2026-01-02;1,5\n"e,f,g";;2,5\n');
    expect(rows).toEqual([
      { name: 'a;b, c|d', born: '2026-01-02', n: 1.5 },
      { name: 'e,f,g', n: 2.5 },
    ]);
    const mixed = await imported('name,n\n"x;y",1\n"z;w",2\n');
    expect(mixed.rows.slice(2)).toEqual([
      { name: 'x;y', n: 1 },
      { name: 'z;w', n: 2 },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['a;b,c\n1;2,3\n', {}],
    ['name;n\nAda;1\n', { delimiter: ',' }],
    ['name\tn\nAda\t1\n', { delimiter: ',' }],
    ['name|n\nAda|1\n', { delimiter: ';' }],
    ['name,n\nAda,1\n', { delimiter: 'tab' }],
    ['"name;n"\n"Ada;1"\n', {}],
    ['"name;n"\n"Ada;1"\n', { create_missing_properties: 'true' }],
  ])('that cannot be right in %j is 400 with the field to send', async (text, fields) => {
    const { status, body } = await send(text, fields);
    expect([status, body.error.code, body.error.param]).toEqual([
      ...[400, 'VALIDATION_ERROR', 'delimiter'],
    ]);
    expect(await kept()).toEqual([]);
  });

  it('may stand in the name of a single column that is mapped', async () => {
    const { rows } = await imported('"last; first"\n"a;b"\n', {
      mapping: '{"last; first":"name"}',
    });
    expect(rows).toEqual([{ name: 'a;b' }]);
  });
});

describe('rows of a CSV file', () => {
  it('that are delimiters only are skipped, and not counted', async () => {
    const { rows, data } = await imported('name,n\n,\nAda,1\n,,,,\n\n,\nB,x\n', {
      on_error: 'skip',
    });
    expect(rows).toEqual([{ name: 'Ada', n: 1 }]);
    expect(data).toMatchObject({ total: 2, created: 1, failed: 1, errors: [{ row: 2 }] });
  });

  it('end as they like, each in its own way', async () => {
    const { rows } = await imported('name,n\r\nAda,1\nB,2\rC,3\r\n"D\r\nE",4');
    expect(rows).toEqual([
      { name: 'Ada', n: 1 },
      { name: 'B', n: 2 },
      { name: 'C', n: 3 },
      { name: 'D\r\nE', n: 4 },
    ]);
  });

  it('may come after other lines, without words of their own', async () => {
    const { rows } = await imported('Report\n"of, today"\nname,n\nAda,NULL\n-,2\n', {
      ...{ skip_rows: '2', null_values: '["NULL","-"]' },
    });
    expect(rows).toEqual([{ name: 'Ada' }, { n: 2 }]);
    const { body } = await send('Report\nname,n\n"Ada,1\n', { skip_rows: '1' });
    expect(body.error.message).toContain('row 1 (line 3)');
  });

  it('keep as a text what an export marked as one', async () => {
    const { rows } = await imported("code\n'-5\n'-6\n", { create_missing_properties: 'true' });
    expect(rows).toEqual([{ code: '-5' }, { code: '-6' }]);
  });
});

describe('the encoding of a CSV file', () => {
  const text = 'name;n\nÄ€;1\n姓名;2\n';
  const wanted = [
    { name: 'Ä€', n: 1 },
    { name: '姓名', n: 2 },
  ];
  const little = Buffer.from(text, 'utf16le');
  it.each<[string, Buffer, string]>([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-16, little endian, with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    ['UTF-16, little endian, without a mark', little, 'utf-16le'],
    ['UTF-16, big endian, without a mark', Buffer.from(little).swap16(), 'utf-16be'],
  ])('is found to be %s', async (_, bytes, encoding) => {
    const { rows, data } = await imported(bytes);
    expect([rows, data.detected.encoding]).toEqual([wanted, encoding]);
  });

  it('is what was declared, and otherwise a 400 that explains how', async () => {
    const latin = Buffer.from('name;n\n\x80\xc4;1\n', 'latin1');
    const { body } = await send(latin);
    expect(body.error.message).toMatch(/line 2 is not valid UTF-8.*encoding.*windows-1252/);
    expect((await imported(latin, { encoding: 'windows-1252' })).rows).toEqual([
      { name: '€Ä', n: 1 },
    ]);
    const western = await imported(Buffer.from([...Buffer.from('name\n'), 0xa4, 10]), {
      encoding: 'iso-8859-15',
    });
    expect(western.rows.at(-1)).toEqual({ name: '€' });
    const wrong = await send(latin, { encoding: 'utf-8' });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await send(latin, { encoding: 'klingon' })).body.error.param).toBe('encoding');
  });

  it('is UTF-8 where a NUL strayed in', async () => {
    const { status, body } = await send('name,n\na,1\nbb\0b,2\n');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('holds a NUL')]);
  });
});

describe('errors of an import', () => {
  const bad = [1, 2, 3, 4, 5].map((n) => `p${n},x,${n % 2 ? 'soon' : '2026-01-02'}`);

  it('are counted by column, with the first three rows of each', async () => {
    const { data } = await imported(`Who,n,born\n${bad.join('\n')}\nq,1,\n`, {
      ...{ on_error: 'skip', mapping: '{"Who":"name"}' },
    });
    expect(data).toMatchObject({ created: 1, failed: 5, cells_skipped: 0 });
    const { errors_by_column } = data;
    expect(errors_by_column).toMatchObject([
      { column: 'born', property: 'born', code: 'invalid_date', count: 3, rows: [1, 3, 5] },
      { column: 'n', code: 'invalid_number', count: 2, rows: [2, 4] },
    ]);
  });

  it('are named by column in a refusal', async () => {
    const { body } = await send(`name,n\n${bad.map((line) => line.slice(0, 4)).join('\n')}\n`);
    expect(body.error.message).toContain('5 in n (rows 1, 2, 3)');
    const dates = await send('name,born\na,soon\nb,never\n');
    expect(dates.body.error.message).toContain('2 in born (rows 1, 2)');
  });

  it('cost a cell with skip_cell, unless its property is required', async () => {
    type = await defineType(api, {
      ...{ name: { data_type: 'string', is_required: true }, n: 'number', born: 'date' },
      ...{ mail: { data_type: 'email', is_required: true }, call: 'phone', any: 'json' },
    });
    const lines = [
      'name,n,born,mail,call,any',
      'Ada,x,soon,a@x.de,12,{',
      'B,1,2026-01-02,none,,1',
      ',1,,c@x.de,,',
      'D,2,2026-13-01,d@x.de,+49 (0)30 123456,"[1]"',
    ];
    const { rows, data } = await imported(lines.join('\n'), { on_error: 'skip_cell' });
    expect(rows).toEqual([
      { name: 'Ada', mail: 'a@x.de' },
      { name: 'D', n: 2, mail: 'd@x.de', call: '+4930123456', any: [1] },
    ]);
    expect(data).toMatchObject({ created: 2, failed: 2, cells_skipped: 5, status: 'partial' });
    expect(data.errors.map((e: { row: number; property: string }) => [e.row, e.property])).toEqual(
      expect.arrayContaining([
        ...[
          [1, 'n'],
          [1, 'born'],
          [1, 'call'],
          [1, 'any'],
          [2, 'mail'],
          [3, 'name'],
          [4, 'born'],
        ],
      ]),
    );
  });

  it('are all counted, however many, and the first 100 listed', async () => {
    type = await defineType(api, { name: 'string', n: 'number', born: 'date' });
    const lines = Array.from({ length: 1500 }, (_, n) => `p${n},x,soon`);
    const { data } = await imported(`name,n,born\n${lines.join('\n')}\n`, {
      on_error: 'skip_cell',
    });
    expect(data).toMatchObject({ created: 1500, failed: 0, cells_skipped: 3000 });
    expect(data.errors).toHaveLength(100);
    expect(new Set(data.errors.map((e: { row: number }) => e.row)).size).toBe(50);
    expect(data.errors_by_column).toMatchObject([
      { column: 'born', count: 1500, first_row: 1, rows: [1, 2, 3] },
      { column: 'n', count: 1500, first_row: 1, rows: [1, 2, 3] },
    ]);
  });

  it('cost a cell of JSON as well', async () => {
    const { body } = await api.post('/v1/data/import', {
      ...{
        object_type_id: type.name,
        on_error: 'skip_cell',
        rows: [{ name: 'a', n: 'x' }, { n: 1 }],
      },
    });
    expect(body.data).toMatchObject({
      created: 2,
      failed: 0,
      cells_skipped: 1,
      status: 'completed',
    });
    expect(await kept()).toEqual([{ name: 'a' }, { n: 1 }]);
  });
});
