/** Turns a text of one format into ISO 8601; undefined for a text of another, or a day that no calendar has. */
export type DateReader = (text: string) => string | undefined;

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];
const monthName = '[A-Za-z]{3,9}\\.?';

const halfOfDay = '[AaPp]\\.?[Mm]\\.?';

const tokens: Record<string, [name: string, pattern: string]> = {
  MMMM: ['month', monthName],
  MMM: ['month', monthName],
  YYYY: ['year', '\\d{4}'],
  YY: ['year', '\\d{2}'],
  MM: ['month', '\\d{2}'],
  M: ['month', '\\d{1,2}'],
  DD: ['day', '\\d{2}'],
  D: ['day', '\\d{1,2}'],
  HH: ['hour', '\\d{2}'],
  H: ['hour', '\\d{1,2}'],
  hh: ['hour', '\\d{2}'],
  h: ['hour', '\\d{1,2}'],
  mm: ['minute', '\\d{2}'],
  ss: ['second', '\\d{2}'],
  A: ['half', halfOfDay],
  a: ['half', halfOfDay],
};

/**
 * Reads a format such as DD.MM.YYYY, MMM D, YYYY or M/D/YYYY h:mm A: year, month and day each once, hour, minute and
 * second if they are there (hours of twelve only with A, which gives the half of the day), anything else as it stands.
 * Names of months are English. Of two digits for a year, 70 to 99 are of the last century.
 * @returns undefined when it is not such a format
 */
export function dateReader(format: string): DateReader | undefined {
  const names: string[] = [];
  let isHalved = false;
  const pattern = format.replaceAll(
    /YYYY|YY|MMMM|MMM|MM?|DD?|HH?|hh?|mm|ss|[Aa](?![A-Za-z])|[\s\S]/g,
    (part) => {
      const token = tokens[part];
      if (!token) return part.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
      names.push(token[0]);
      isHalved ||= part.startsWith('h');
      return `(?<${token[0]}>${token[1]})`;
    },
  );
  const isWhole = ['year', 'month', 'day'].every((name) => names.includes(name));
  if (!isWhole || new Set(names).size < names.length) return undefined;
  if (isHalved !== names.includes('half')) return undefined;
  const expression = new RegExp(`^${pattern}$`);
  const hasTime = names.includes('hour');
  return (text) => {
    const found = expression.exec(text.trim())?.groups;
    if (!found) return undefined;
    const month = monthOf(found.month as string);
    const hour = hourOf(found.hour ?? '', found.half);
    if (month === undefined || hour === undefined) return undefined;
    const { day = '', minute = '00', second = '00' } = found;
    const date = `${fullYear(found.year as string)}-${month}-${day.padStart(2, '0')}`;
    return hasTime ? `${date}T${hour}:${minute}:${second}Z` : date;
  };
}

/** The digits of a month that is written as a number or as an English name, whole or cut to three letters (Sept, too). */
function monthOf(text: string): string | undefined {
  if (/^\d/.test(text)) return text.padStart(2, '0');
  const name = text.replace('.', '').toLowerCase();
  const place = months.findIndex(
    (month) =>
      month === name || month.slice(0, 3) === name || (name === 'sept' && month[0] === 's'),
  );
  return place === -1 ? undefined : String(place + 1).padStart(2, '0');
}

/** The digits of an hour; with a half of the day, that of 1 to 12: 12 AM is midnight. */
function hourOf(hour: string, half: string | undefined): string | undefined {
  if (half === undefined) return hour.padStart(2, '0');
  const number = Number(hour);
  if (number < 1 || number > 12) return undefined;
  return String((number % 12) + (/^p/i.test(half) ? 12 : 0)).padStart(2, '0');
}

const timeOfDay = new RegExp(`^(\\d{1,2}):(\\d\\d)(:\\d\\d)?(?: ?(${halfOfDay}))?$`);

/** A time of day that people write as 9:05 or 7:06 PM, in ISO 8601; any other text as it is. */
export function timeOf(text: string): string {
  const [, hours, minute, second = '', half] = timeOfDay.exec(text.trim()) ?? [];
  const hour = hours === undefined ? undefined : hourOf(hours, half);
  return hour === undefined ? text : `${hour}:${minute}${second}`;
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
const yearFirst = /^\d{4}([./-])\d{1,2}\1\d{1,2}(?: .*)?$/;
const named =
  /^(?:(\d{1,2})([ -])([A-Za-z]{3,9}\.?)\2|([A-Za-z]{3,9}\.?) (\d{1,2})(,?) )\d{4}(?: .*)?$/;
const time = / \d{1,2}:\d\d(:\d\d)?( ?)([AaPp]\.?[Mm]\.?)?$/;
export type Order = 'DM' | 'MD';

/** The order of day and month that a date shows: one, either (and the two differ), or none. */
export function orderOf(text: string): Order | 'either' | undefined {
  const [, first, separator, second] = yearLast.exec(text.trim()) ?? [];
  if (first === undefined || first === second) return undefined;
  // Where a point stands, the day comes first, wherever people write so.
  if (separator === '.') return 'DM';
  if (Number(first) > 12) return 'DM';
  return Number(second) > 12 ? 'MD' : 'either';
}

/** The format of the day in a text whose day and month are numbers in this order; undefined for any other text. */
export function formatOf(text: string, order: Order): string | undefined {
  const [, , separator] = yearLast.exec(text.trim()) ?? [];
  if (separator === undefined) return undefined;
  const days = order === 'DM' || separator === '.' ? ['DD', 'MM'] : ['MM', 'DD'];
  return [...days, 'YYYY'].join(separator);
}

/**
 * Reads the dates that people write with four digits for the year, or with the English name of the month; those with the
 * day or the month as a number first by this order.
 */
export function commonDateReader(order: Order): DateReader {
  const readers = new Map<string, DateReader | undefined>();
  const read = (days: string, text: string) => {
    const [clock, seconds, space, half] = time.exec(text) ?? [];
    const hours = half ? 'h' : 'H';
    const format = clock
      ? `${days} ${hours}:mm${seconds ? ':ss' : ''}${half ? `${space}A` : ''}`
      : days;
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
    const [whole, , sign, , name, , comma] = named.exec(text) ?? [];
    if (whole !== undefined) {
      return read(name === undefined ? `D${sign}MMM${sign}YYYY` : `MMM D${comma} YYYY`, text);
    }
    const [, mark] = yearFirst.exec(text) ?? [];
    return mark === undefined ? undefined : read(['YYYY', 'M', 'D'].join(mark), text);
  };
}
