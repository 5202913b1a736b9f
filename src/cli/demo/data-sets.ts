import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { demoFile } from './packages.ts';

/** One record as its file has it; a missing value is null or not there. */
export type Row = Record<string, unknown>;

/** A real data set from the npm package vega-datasets. */
export interface DataSet {
  /** Name of the object type. */
  name: string;
  title: string;
  file: string;
  /** Where the file is not a plain list of records. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape of somebody else's file
  flatten?(content: any): Row[];
}

export const dataSets: DataSet[] = [
  { name: 'movies', title: 'Movies', file: 'movies.json' },
  { name: 'airports', title: 'Airports', file: 'airports.csv' },
  { name: 'cars', title: 'Cars', file: 'cars.json' },
  { name: 'penguins', title: 'Penguins', file: 'penguins.json' },
  { name: 'countries', title: 'Countries', file: 'gapminder.json' },
  { name: 'earthquakes', title: 'Earthquakes', file: 'earthquakes.json', flatten: fromGeoJson },
  { name: 'seattle-weather', title: 'Weather in Seattle', file: 'seattle-weather.csv' },
];

/** The records of a data set, in the order of its file. */
export function readRows({ file, flatten }: DataSet): Row[] {
  const text = readFileSync(demoFile('vega-datasets', file), 'utf8');
  if (file.endsWith('.csv')) return typedCsv(parse(text, { columns: true }));
  const content = JSON.parse(text);
  return flatten ? flatten(content) : content;
}

interface GeoJson {
  features: { id: string; properties: Row; geometry: { coordinates: [number, number, number] } }[];
}

/** The fields that the U.S. Geological Survey publishes for each quake, without those that repeat others. */
function fromGeoJson({ features }: GeoJson): Row[] {
  return features.map(({ id, properties, geometry }) => {
    const { place, mag, magType, time, type, status, net, tsunami, felt, sig, url } = properties;
    const [longitude, latitude, depth] = geometry.coordinates;
    return {
      event_id: id,
      place,
      ...{ mag, magType, time, type, status, net, felt, sig, url },
      tsunami: tsunami === 1,
      ...{ longitude, latitude, depth },
    };
  });
}

/** A leading zero makes a code, not a number. */
const numeral = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** CSV knows only text: empty cells become null, and columns that hold nothing but numbers become numbers. */
function typedCsv(rows: Record<string, string>[]): Row[] {
  const isNumeric = (name: string) =>
    rows.every((row) => row[name] === '' || numeral.test(row[name] ?? ''));
  const numeric = new Set(Object.keys(rows[0] ?? {}).filter(isNumeric));
  const typed = ([name, text]: [string, string]) => [
    name,
    text === '' ? null : numeric.has(name) ? Number(text) : text,
  ];
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(typed)));
}
