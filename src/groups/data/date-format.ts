/** Turns a text of one format into ISO 8601; undefined for a text of another, or a day that no calendar has. */
export type DateReader = (text: string) => string | undefined;

const tokens: Record<string, [name: string, pattern: string]> = {
  YYYY: ['year', '\\d{4}'],
  YY: ['year', '\\d{2}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  DD: ['day', '\\d{2}'],
  D: ['day', '\\d{1,2}'],
  HH: ['hour', '\\d{2}'],
  H: ['hour', '\\d{1,2}'],
  mm: ['minute', '\\d{2}'],
  ss: ['second', '\\d{2}'],
};

/**
 * Reads a format such as DD.MM.YYYY or M/D/YYYY HH:mm: year, month and day each once, hour, minute and second if
 * they are there, anything else as it stands. Of two digits for a year, 70 to 99 are of the last century.
 * @returns undefined when it is not such a format
 */
export function dateReader(format: string): DateReader | undefined {
  const names: string[] = [];
  const pattern = format.replaceAll(/YYYY|YY|MM?|DD?|HH?|mm|ss|[\s\S]/g, (part) => {
    const token = tokens[part];
    if (!token) return part.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
    names.push(token[0]);
    return `(?<${token[0]}>${token[1]})`;
  });
  const isWhole = ['year', 'month', 'day'].every((name) => names.includes(name));
  if (!isWhole || new Set(names).size < names.length) return undefined;
  const expression = new RegExp(`^${pattern}$`);
  const hasTime = names.includes('hour');
  return (text) => {
    const found = expression.exec(text.trim())?.groups;
    if (!found) return undefined;
    const { month = '', day = '', hour = '', minute = '00', second = '00' } = found;
    const year = fullYear(found.year as string);
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return hasTime ? `${date}T${hour.padStart(2, '0')}:${minute}:${second}Z` : date;
  };
}

const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`;

const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const isoMoment =
  /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)?$/;

/** Whether a text is a day of the calendar in ISO 8601. */
export function isDate(text: string): boolean {
  const [, year, month, day] = isoDate.exec(text) ?? [];
  if (year === undefined || year === '0000') return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** Whether a text is a moment in ISO 8601 that is kept to its last digit. */
export function isMoment(text: string): boolean {
  const date = isoMoment.exec(text)?.[1];
  // An offset may lead out of the years 0001 to 9999.
  return date !== undefined && isDate(date) && !/^(0001-01-01|9999-12-31)/.test(date);
}

const yearLast = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}(?: .*)?$/;
const yearFirst = /^\d{4}([./])\d{1,2}\1\d{1,2}(?: .*)?$/;
type Order = 'DM' | 'MD';

/** The order of day and month that a date shows: one, either (and the two differ), or none. */
export function orderOf(text: string): Order | 'either' | undefined {
  const [, first, separator, second] = yearLast.exec(text.trim()) ?? [];
  if (first === undefined || first === second) return undefined;
  // Where a point stands, the day comes first, wherever people write so.
  if (separator === '.') return 'DM';
  if (Number(first) > 12) return 'DM';
  return Number(second) > 12 ? 'MD' : 'either';
}

/** Reads the dates that people write with four digits for the year; those with the day or the month first by this order. */
export function commonDateReader(order: Order): DateReader {
  const readers = new Map<string, DateReader | undefined>();
  const read = (days: string, text: string) => {
    const [, time = '', seconds] = / \d{1,2}:\d\d(:\d\d)?$/.exec(text)
      ? (/( \d{1,2}:\d\d(:\d\d)?)$/.exec(text) ?? [])
      : [];
    const format = `${days}${time ? ` H:mm${seconds ? ':ss' : ''}` : ''}`;
    if (!readers.has(format)) readers.set(format, dateReader(format));
    return readers.get(format)?.(text);
  };
  return (given) => {
    const text = given.trim();
    const [, , separator] = yearLast.exec(text) ?? [];
    if (separator !== undefined) {
      const [a, b] = order === 'DM' || separator === '.' ? ['D', 'M'] : ['M', 'D'];
      return read([a, b, 'YYYY'].join(separator), text);
    }
    const [, sign] = yearFirst.exec(text) ?? [];
    return sign === undefined ? undefined : read(['YYYY', 'M', 'D'].join(sign), text);
  };
}
