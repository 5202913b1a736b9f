import { isExact, isSameDecimal } from '../../ground/shapes/json-values.ts';

/** The sign between whole numbers and their fractions. */
export type Decimal = '.' | ',';

const plain = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const shortWhole = /^-?\d{1,15}$/;
/** A double keeps 15 digits, whichever they are. */
const short = /^[-+]?[\d.]{1,15}$/;
/** Between thousands: the same throughout a number. */
const apart = "['’ \\u00a0\\u2009\\u202f]";
const grouped: Record<Decimal, RegExp> = {
  '.': new RegExp(`^[+-]?\\d{1,3}(,|${apart})\\d{3}(\\1\\d{3})*(\\.\\d+)?$`),
  ',': new RegExp(`^[+-]?\\d{1,3}(\\.|${apart})\\d{3}(\\1\\d{3})*(,\\d+)?$`),
};

/**
 * A number as JSON and PostgreSQL write it, with each of its digits: thousands may be grouped, negative ones stand in
 * brackets or before their sign.
 * @returns undefined for a text that is not a number with this decimal sign
 */
export function plainNumber(text: string, decimal: Decimal): string | undefined {
  // Nearly all of them, in files of millions.
  if (shortWhole.test(text)) return text;
  const bare = signed(text);
  if (grouped[decimal].test(bare))
    return bare.replace(decimal === ',' ? /[.'’\s]/g : /[,'’\s]/g, '').replace(',', '.');
  if (decimal === ',' && bare.includes('.')) return undefined;
  const pointed = decimal === ',' ? bare.replace(',', '.') : bare;
  return plain.test(pointed) ? pointed : undefined;
}

/** With the sign in front. */
function signed(text: string): string {
  const trimmed = text.trim().replace(/^−/, '-');
  const inside = /^\((\d.*)\)$|^(\d.*)[-−]$/.exec(trimmed);
  return inside ? `-${inside[1] ?? inside[2]}` : trimmed;
}

/** The decimal sign that a number shows: one, either (and the two differ), or none. */
export function decimalOf(text: string): Decimal | 'either' | undefined {
  if (!/[.,]/.test(text)) return undefined;
  const [point, comma] = [plainNumber(text, '.'), plainNumber(text, ',')];
  if (point === undefined) return comma === undefined ? undefined : ',';
  if (comma === undefined) return '.';
  return isSameDecimal(point, comma) ? undefined : 'either';
}

/** Whether a double is the same decimal, so that no digit is lost. */
export const isKept = (number: string): boolean =>
  short.test(number) || (Number.isFinite(Number(number)) && isExact(number));
