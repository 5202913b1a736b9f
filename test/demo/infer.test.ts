import { describe, expect, it } from 'vitest';
import { dataSets, readRows } from '../../src/cli/demo/data-sets.ts';
import { inferColumns, propertyName, toProperties } from '../../src/cli/demo/infer.ts';

/** The one column of some values, and what becomes of the values. */
function infer(values: unknown[], source = 'value') {
  const rows = values.map((value) => ({ [source]: value }));
  const columns = inferColumns(rows);
  return {
    property: columns[0]?.property,
    values: toProperties(rows, columns).map((properties) => Object.values(properties)[0]),
  };
}

const repeated = (value: unknown, times: number) => Array.from({ length: times }, () => value);

describe('the inferred type of a column', () => {
  it.each([
    ['integer', [1, -2, 3]],
    ['number', [1, 2.5]],
    ['boolean', [true, false]],
    ['date', ['1999-12-31', '2000-02-29']],
    ['url', ['https://example.com/a', 'http://example.com']],
    ['string', ['00M', '5A8']],
    ['text', ['a'.repeat(256), 'b']],
  ])('is %s', (data_type, values) => {
    expect(infer(values).property?.data_type).toBe(data_type);
    expect(infer(values).values).toEqual(values);
  });

  it('is date for American dates, which become ISO dates', () => {
    const { property, values } = infer(['Jun 12 1998', 'Jan 1 2000']);
    expect(property?.data_type).toBe('date');
    expect(values).toEqual(['1998-06-12', '2000-01-01']);
  });

  it('is datetime for milliseconds only when the name suggests a time', () => {
    expect(infer([1517966773840], 'time').property?.data_type).toBe('datetime');
    expect(infer([1517966773840], 'time').values).toEqual(['2018-02-07T01:26:13.840Z']);
    expect(infer([1517966773840], 'gross').property?.data_type).toBe('integer');
  });

  it('is enum for a few frequent texts, with its values in order', () => {
    const values = [...repeated('USA', 15), ...repeated('Japan', 5)];
    expect(infer(values).property).toMatchObject({
      data_type: 'enum',
      enum_values: ['Japan', 'USA'],
      is_indexed: true,
    });
    expect(infer(values.slice(10)).property?.data_type).toBe('string');
  });

  it('is string where numbers and texts are mixed, as in titles', () => {
    const { property, values } = infer(['Avatar', 300]);
    expect(property?.data_type).toBe('string');
    expect(values).toEqual(['Avatar', '300']);
  });

  it('is unique only for codes that every record has', () => {
    expect(infer(['SFO', 'JFK']).property?.is_unique).toBe(true);
    expect(infer(['SFO', 'SFO']).property?.is_unique).toBeUndefined();
    expect(infer(['SFO', null]).property?.is_unique).toBeUndefined();
    expect(infer(['San Francisco', 'New York']).property?.is_unique).toBeUndefined();
  });

  it('is sortable for numbers, dates and the first name', () => {
    const [title, year, note] = inferColumns([{ title: 'A b', year: 1970, note: 'c d' }]);
    expect(title?.property.is_sortable).toBe(true);
    expect(year?.property.is_sortable).toBe(true);
    expect(note?.property.is_sortable).toBeUndefined();
  });

  it('is missing for a column without values, which is left out like each missing value', () => {
    const rows = [
      { a: null, b: 1 },
      { a: null, b: null },
    ];
    const columns = inferColumns(rows);
    expect(columns.map(({ source }) => source)).toEqual(['b']);
    expect(toProperties(rows, columns)).toEqual([{ b: 1 }, {}]);
  });
});

describe('the property name of a column', () => {
  it.each([
    ['Miles_per_Gallon', 'miles_per_gallon'],
    ['Beak Length (mm)', 'beak_length_mm'],
    ['US DVD Sales', 'us_dvd_sales'],
    ['magType', 'mag_type'],
  ])('of %s is %s', (source, name) => {
    expect(propertyName(source)).toBe(name);
  });
});

describe('the demo data sets', () => {
  it('are read from the package, one record per object, with distinct names', () => {
    const counts = dataSets.map((set) => [set.name, readRows(set).length]);
    expect(Object.fromEntries(counts)).toEqual({
      movies: 3201,
      airports: 3376,
      cars: 406,
      penguins: 344,
      countries: 682,
      earthquakes: 1707,
      'seattle-weather': 1461,
    });
    for (const set of dataSets) {
      const names = inferColumns(readRows(set)).map(({ property }) => property.name);
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    }
  });

  it('keep numeric codes as text, and read numbers of a CSV file as numbers', () => {
    const airports = dataSets.find(({ name }) => name === 'airports');
    const [first] = readRows(airports as (typeof dataSets)[0]);
    expect(first).toMatchObject({ iata: '00M', latitude: 31.95376472 });
  });
});
