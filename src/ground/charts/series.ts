import type { ChartKind, Figures } from './picture.ts';
import { currencyOf, labelOf, numberOf } from './text.ts';
import { clockOf, everyPlace, labelAt, moved } from './time.ts';

export const before = 'previous period';
const mostGroups = 20;

/** One line, area or colour of bars. */
export interface Series {
  name: string;
  values: Array<number | null>;
  /** Of its figures: a currency, `count`, `%`; empty for plain numbers. */
  unit: string;
}

/** The series over an axis of names or of time. */
export interface Drawn {
  /** Names, or the times that they are, in the order in which they are drawn. */
  names: string[];
  clocks?: number[];
  series: Series[];
}

type Row = Record<string, unknown>;

/** The series of a chart: its measures, each of them for each value of the other dimensions, and the time before. */
export function drawnOf(kind: ChartKind, figures: Figures): Drawn {
  const { dimensions = [], measures = [], previous } = figures;
  const along = axisOf(kind, figures);
  const axis = along ?? dimensions[0] ?? '';
  const others = dimensions.filter((name) => name !== axis);
  // Rows without a time have no place on that axis: the table shows them.
  const rows = along
    ? figures.rows.filter((row) => clockOf(row[axis]) !== undefined)
    : figures.rows;
  const keyOf = (row: Row): number | string =>
    along ? (clockOf(row[axis]) as number) : labelOf(row, [axis]);
  const keys: Array<number | string> = along
    ? everyPlace(rows.map(keyOf) as number[], figures.interval)
    : [...new Set(rows.map(keyOf))];
  const labels = new Map(rows.map((row) => [keyOf(row), labelOf(row, [axis])]));
  const groups = others.length > 0 ? [...new Set(rows.map((row) => labelOf(row, others)))] : [''];
  const series = groups.slice(0, mostGroups).flatMap((group) => {
    const own = others.length > 0 ? rows.filter((row) => labelOf(row, others) === group) : rows;
    const byKey = new Map(own.map((row) => [keyOf(row), row]));
    return measures.map((measure) => ({
      name: others.length === 0 ? measure : measures.length === 1 ? group : `${group} · ${measure}`,
      values: keys.map((key) => figureOf(figures, byKey.get(key), measure)),
      unit: unitOf(figures, own, measure),
    }));
  });
  const [first, measure] = [series[0], measures[0]];
  if (previous && first && measure !== undefined && others.length === 0) {
    const then = along
      ? moved(previous, axis, keys as number[])
      : new Map(previous.rows.map((row, index) => [keys[index] as string | number, row]));
    const values = keys.map((key) => figureOf(figures, then.get(key), measure));
    series.push({ name: before, values, unit: first.unit });
  }
  const names = keys.map(
    (key) => labels.get(key) ?? labelAt(key as number, figures.interval ?? 'day'),
  );
  return { names, series, ...(along ? { clocks: keys as number[] } : {}) };
}

/** The dimension that is time: for bars only the first one, and only by an interval, as they are in order otherwise. */
function axisOf(kind: ChartKind, { rows, dimensions = [], interval }: Figures): string | undefined {
  const isTime = (name: string) => {
    const given = rows
      .map((row) => row[name])
      .filter((value) => value !== null && value !== undefined);
    return given.length > 0 && given.every((value) => clockOf(value) !== undefined);
  };
  if (kind !== 'bar') return dimensions.find(isTime);
  const [first] = dimensions;
  return first !== undefined && interval !== undefined && isTime(first) ? first : undefined;
}

/** Where there is no row, nothing was counted: that is zero, or it is not known what there was. */
const figureOf = ({ missing }: Figures, row: Row | undefined, measure: string): number | null =>
  row ? numberOf(row[measure]) : missing?.[measure] === 'zero' ? 0 : null;

/** The unit of the figures that a series has, if all have one. */
function unitOf({ units }: Figures, rows: Row[], measure: string): string {
  const currencies = new Set(
    rows.flatMap((row) =>
      numberOf(row[measure]) === null ? [] : [currencyOf(row[measure]) ?? ''],
    ),
  );
  const [only = ''] = currencies;
  return (currencies.size === 1 ? only : '') || (units?.[measure] ?? '');
}
