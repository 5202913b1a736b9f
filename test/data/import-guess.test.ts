import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer();
const api = useTenant(server);

/** The data types of the properties that an import of these columns makes, and what it keeps. */
async function guessed(columns: Record<string, string[]>, options: object = {}) {
  const type = await defineType(api, {});
  const names = Object.keys(columns);
  const count = Math.max(...names.map((name) => columns[name]?.length ?? 0));
  const lines = Array.from({ length: count }, (_, n) =>
    names.map((name) => `"${(columns[name]?.[n] ?? '').replaceAll('"', '""')}"`).join(','),
  );
  const { body } = await api.post('/v1/data/import', {
    ...{ object_type_id: type.name, format: 'csv', create_missing_properties: true },
    ...{ data: [names.join(','), ...lines].join('\n'), ...options },
  });
  expect(body.error).toBeUndefined();
  const properties = (await api.get(`/v1/object-types/${type.id}/properties`)).body.data;
  const list = await api.get(`${type.path}/list?limit=100&sort=id&order=asc`);
  return {
    types: Object.fromEntries(
      properties.map((p: { name: string; data_type: string }) => [p.name, p.data_type]),
    ),
    rows: list.body.data.results.map((one: { properties: object }) => one.properties),
  };
}

it('takes a column for numbers only if each comes back the same', async () => {
  const texts = {
    ...{ price: ['1.10', '2.20'], product: ['3E5', '4E6'], code: ['007', '12'] },
    ...{
      plus: ['+49', '+1'],
      zero: ['-0', '1'],
      dot: ['.5', '1.'],
      long: ['12345678901234567', '1'],
    },
    ...{ fine: ['0.12345678901234567890', '1'], space: [' 1', '2'], groups: ['1,234', '2,345'] },
    ...{ hex: ['0x10', '0x11'], word: ['Infinity', 'NaN'] },
  };
  const { types, rows } = await guessed({ ...texts, n: ['-12', '0'], x: ['1.5', '-2'] });
  for (const [name, values] of Object.entries(texts)) {
    expect([name, types[name]]).toEqual([name, 'string']);
    expect(rows.map((row: Record<string, unknown>) => row[name])).toEqual(values);
  }
  expect(types).toMatchObject({ n: 'integer', x: 'number' });
  expect(rows[0]).toMatchObject({ n: -12, x: 1.5 });
});

it('takes a column for dates only if each is a day, or a moment that is kept to its last digit', async () => {
  const texts = {
    ...{ none: ['2026-01-02', '0000-00-00'], leap: ['2024-02-29', '2023-02-29'] },
    ...{ noon: ['2026-01-02 24:00', '2026-01-02 10:00'], late: ['2026-01-02T10:60', ''] },
    ...{ nano: ['2026-01-02T03:04:05.1234567Z', '2026-01-02T03:04:05Z'] },
    ...{ german: ['31.12.2026', '01.02.2026'] },
  };
  const { types, rows } = await guessed({ ...texts, day: ['2024-02-29', '1999-12-31'] });
  for (const name of Object.keys(texts)) expect([name, types[name]]).toEqual([name, 'string']);
  expect(types.day).toBe('date');
  expect(rows[1].none).toBe('0000-00-00');
});

it('reads new columns of numbers and dates by decimal and date_format', async () => {
  const { types, rows } = await guessed(
    {
      price: ['12,5', '-3'],
      code: ['12,50', '1'],
      day: ['31.12.2026', '01.02.2026'],
      bad: ['31.02.2026', '01.02.2026'],
    },
    { decimal: ',', date_format: 'DD.MM.YYYY' },
  );
  expect(types).toEqual({ price: 'number', code: 'string', day: 'date', bad: 'string' });
  expect(rows[0]).toEqual({ price: 12.5, code: '12,50', day: '2026-12-31', bad: '31.02.2026' });
});

it('any texts come back as they were, whatever is made of their columns', async () => {
  const cell = fc.oneof(
    ...[
      fc.double({ noNaN: true }).map(String),
      fc.integer().map(String),
      fc.constantFrom('true', 'false'),
    ],
    fc.stringMatching(/^[-+]?[0-9]{0,20}([.,][0-9]{0,20})?([eE][0-9]{1,3})?$/),
    fc.stringMatching(/^[0-9]{4}-[01][0-9]-[0-3][0-9]$/),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 20, maxLength: 40 }),
      async (table) => {
        const columns = Object.fromEntries(table.map((values, n) => [`c${n}`, values]));
        const { rows } = await guessed(columns);
        const kept = table.flatMap((values, n) =>
          values.map((text, row) => [text, String(rows[row]?.[`c${n}`] ?? '')]),
        );
        for (const [text, back] of kept) expect(back).toBe(text);
      },
    ),
    { numRuns: 8 },
  );
});

describe('a property that is a number', () => {
  let type: DefinedType;
  const sent = async (value: string, options: object = {}) => {
    type = await defineType(api, { n: 'number', i: 'integer', c: 'currency', p: 'percent' });
    return api.post('/v1/data/import', {
      ...{ object_type_id: type.name, format: 'csv', data: value, delimiter: ';', ...options },
    });
  };
  const read = async () =>
    (await api.get(`${type.path}/list?sort=id&order=asc`)).body.data.results.map(
      (one: { properties: object }) => one.properties,
    );

  it.each([
    ['n\n0.1234567890123456789', 'n: has more digits than a number can hold'],
    ['n\n123456789012345678901', 'n: has more digits'],
    ['c\n0.1234567890123456789', 'c: has more digits'],
    ['i\n12345678901234567890', 'i: must be a whole number'],
    ['n\n1e400', 'n: has more digits'],
    ['n\n9007199254740993', 'n: has more digits'],
    ['n\n12,5,1', 'n: must be a number'],
  ])('refuses %j with the reason', async (data, message) => {
    const { status, body } = await sent(data);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is read with the decimal sign that the file shows', async () => {
    await sent(
      'n;i;c;p\n85.142,10;1.234.567;85.142,10 €;12,5 %\n(12,50);;EUR 3,50;7-\n1.234;;£3;1 234,5\n',
    );
    expect(await read()).toEqual([
      { n: 85142.1, i: 1234567, c: { amount: '85142.10', currency: 'EUR' }, p: 12.5 },
      { n: -12.5, c: { amount: '3.50', currency: 'EUR' }, p: -7 },
      { n: 1234, c: { amount: '3', currency: 'GBP' }, p: 1234.5 },
    ]);
    await sent("n\n1,234.50\n1'234\n1,234\n");
    expect(await read()).toEqual([{ n: 1234.5 }, { n: 1234 }, { n: 1234 }]);
  });

  it('is never guessed where two readings differ', async () => {
    for (const data of ['n\n1.234\n', 'n\n1,234\n', 'n\n1,5\n1.5\n']) {
      const { status, body } = await sent(data, { on_error: 'skip' });
      expect([status, body.error?.param, body.error?.details[0].code]).toEqual([
        ...[400, 'decimal', 'ambiguous_number'],
      ]);
    }
    await sent('n\n1.234\n', { decimal: ',' });
    expect(await read()).toEqual([{ n: 1234 }]);
    await sent('n\n1.234\n', { delimiter: ',' });
    expect(await read()).toEqual([{ n: 1.234 }]);
  });

  it('names decimal where a number is written the other way', async () => {
    const { body } = await sent('n\n12,5\n', { decimal: '.' });
    expect(body.error.message).toContain('If the file uses ",", send it as decimal.');
  });

  it('takes the currency of default_currency, and asks for it', async () => {
    await sent('c\n12.50\n$3\n', { default_currency: 'USD' });
    expect(await read()).toEqual([
      { c: { amount: '12.50', currency: 'USD' } },
      { c: { amount: '3', currency: 'USD' } },
    ]);
    expect((await sent('c\n$3\n')).body.error.message).toContain('default_currency');
  });
});

describe('a property that is a date', () => {
  const sent = async (data: string, options: object = {}) => {
    const type = await defineType(api, { d: 'date', t: 'datetime' });
    const { body } = await api.post('/v1/data/import', {
      ...{ object_type_id: type.name, format: 'csv', data, ...options },
    });
    const list = await api.get(`${type.path}/list?sort=id&order=asc`);
    return {
      error: body.error,
      rows: list.body.data.results.map((one: { properties: object }) => one.properties),
    };
  };

  it('is read as the file shows', async () => {
    const { rows } = await sent(
      'd,t\n28/02/2026,1.2.2026 9:05\n03/04/2026,\n2026/1/2,2026-01-02T03:04:05Z\n',
    );
    expect(rows).toEqual([
      { d: '2026-02-28', t: '2026-02-01T09:05:00+00:00' },
      { d: '2026-04-03' },
      { d: '2026-01-02', t: '2026-01-02T03:04:05+00:00' },
    ]);
    expect((await sent('d\n02/28/2026\n03/04/2026\n')).rows).toEqual([
      { d: '2026-02-28' },
      { d: '2026-03-04' },
    ]);
    expect((await sent('d\n28.02.26\n', { date_format: 'DD.MM.YY' })).rows).toEqual([
      { d: '2026-02-28' },
    ]);
  });

  it.each([
    ['01/14/2020 7:06 AM', '2020-01-14T07:06:00+00:00'],
    ['02/13/2020 12:01 am', '2020-02-13T00:01:00+00:00'],
    ['02/13/2020 12:30:05 PM', '2020-02-13T12:30:05+00:00'],
    ['2/13/2020 11:59PM', '2020-02-13T23:59:00+00:00'],
    ['2020-02-13 1:05 p.m.', '2020-02-13T13:05:00+00:00'],
    ['13.02.2020 9:05 PM', '2020-02-13T21:05:00+00:00'],
    ['Nov 3, 2023 7:06 PM', '2023-11-03T19:06:00+00:00'],
    ['3 November 2023 19:06', '2023-11-03T19:06:00+00:00'],
  ])('is read with the half of its day: %s', async (text, moment) => {
    expect((await sent(`d,t\n,"${text}"\n`)).rows).toEqual([{ t: moment }]);
  });

  it.each(['November 3, 2023', 'Nov 3 2023', '3 Nov 2023', '03-NOV-2023', '3 nov. 2023'])(
    'is read with the name of its month: %s',
    async (text) => {
      expect((await sent(`d\n"${text}"\n`)).rows).toEqual([{ d: '2023-11-03' }]);
    },
  );

  it.each([
    ['MM/DD/YYYY h:mm A', '03/04/2020 7:06 PM', '2020-03-04T19:06:00+00:00'],
    ['DD-MMM-YY', '03-Nov-23', '2023-11-03T00:00:00+00:00'],
    ['MMMM D, YYYY', 'September 3, 2023', '2023-09-03T00:00:00+00:00'],
    ['D MMM YYYY hh:mm:ss a', '3 Sept 2023 12:00:00 am', '2023-09-03T00:00:00+00:00'],
  ])('is read as %s says', async (date_format, text, moment) => {
    expect((await sent(`d,t\n,"${text}"\n`, { date_format })).rows).toEqual([{ t: moment }]);
  });

  it.each([
    ['MM/DD/YYYY h:mm', '03/04/2020 7:06'],
    ['MM/DD/YYYY HH:mm h A', '03/04/2020 07:06 7 AM'],
    ['MM/MMM/YYYY', '03/Nov/2020'],
  ])('cannot be read as %s', async (date_format, text) => {
    const { error } = await sent(`d\n${text}\n`, { date_format });
    expect([error?.param, error?.details[0].code]).toEqual(['date_format', 'invalid_format']);
  });

  it.each([
    ['13/02/2020 13:05 PM', 'no hour of twelve'],
    ['13/02/2020 0:05 AM', 'no hour of twelve'],
    ['3 Mai 2023', 'no English name'],
    ['31 Nov 2023', 'no day of the calendar'],
  ])('is not read: %s has %s', async (text) => {
    const { error } = await sent(`d,t\n,${text}\n`);
    expect([error?.code, error?.details[0].code]).toEqual(['VALIDATION_ERROR', 'invalid_datetime']);
  });

  it('has times of day as people write them', async () => {
    const type = await defineType(api, { at: 'time' });
    const send = (texts: string[]) =>
      api.post('/v1/data/import', {
        ...{ object_type_id: type.name, format: 'csv', data: ['at', ...texts].join('\n') },
      });
    const texts = ['7:06 PM', '12:00am', '9:05', '09:05:07 a.m.', '23:59'];
    expect((await send(texts)).body.data.created).toBe(5);
    const list = await api.get(`${type.path}/list?sort=id&order=asc`);
    expect(
      list.body.data.results.map((one: { properties: { at: string } }) => one.properties.at),
    ).toEqual(['19:06:00', '00:00:00', '09:05:00', '09:05:07', '23:59:00']);
    for (const text of ['13:05 PM', '24:00', '7 o’clock', '0:10 am'])
      expect((await send([text])).body.error.details[0].code).toBe('invalid_time');
  });

  it('is named in `detected` if its day and month are numbers', async () => {
    const type = await defineType(api, { d: 'date' });
    const detected = async (cells: string[], options = {}) =>
      (
        await api.post('/v1/data/import', {
          ...{ object_type_id: type.name, format: 'csv', data: ['d', ...cells].join('\n') },
          ...options,
        })
      ).body.data.detected.date_format;
    expect(await detected(['2026-01-02', '03-04-2026', '28-02-2026'])).toBe('DD-MM-YYYY');
    expect(await detected(['03/04/2026', '02/28/2026'])).toBe('MM/DD/YYYY');
    expect(await detected(['3.4.2026'])).toBe('DD.MM.YYYY');
    expect(await detected(['2026-01-02', '3 Nov 2026'])).toBeUndefined();
    expect(await detected(['03/04/26'], { date_format: 'DD/MM/YY' })).toBe('DD/MM/YY');
  });

  it.each(['d\n03/04/2026\n', 'd\n28/02/2026\n02/28/2026\n'])(
    'is never guessed in %j',
    async (data) => {
      const { error } = await sent(data, { on_error: 'skip' });
      expect([error?.param, error?.details[0].code]).toEqual(['date_format', 'ambiguous_date']);
    },
  );

  it.each(['soon', '31.02.2026', '28.02.26', '0000-00-00'])('refuses %s', async (text) => {
    const { error } = await sent(`d\n${text}\n`);
    expect([error?.code, error?.details[0].code]).toEqual(['VALIDATION_ERROR', 'invalid_date']);
    if (!text.startsWith('0000'))
      expect((await sent('d\nsoon\n')).error.message).toContain('date_format');
  });
});
