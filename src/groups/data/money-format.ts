import { type Decimal, plainNumber } from './number-format.ts';

/** Signs that stand for just one currency: $, ¥ and kr do not. */
const signs: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₺': 'TRY',
  '₽': 'RUB',
  '₩': 'KRW',
};
const currency = `[A-Za-z]{3}|[${Object.keys(signs).join('')}$¥]`;
const before = new RegExp(`^(-?)(${currency})\\s*(?=[-(\\d.,])`);
const after = new RegExp(`(${currency}|%)$`);

/** The number in an amount of money or a percentage. */
export const bareAmount = (text: string): string => partsOf(text)[0];

function partsOf(text: string): [number: string, unit: string | undefined] {
  const trimmed = text.trim();
  const first = before.exec(trimmed);
  if (first) return [`${first[1]}${trimmed.slice(first[0].length)}`, first[2]];
  const last = after.exec(trimmed);
  // Not \s* in the pattern, which takes the square of the spaces within a text.
  return last ? [trimmed.slice(0, last.index).trimEnd(), last[1]] : [trimmed, undefined];
}

/**
 * An amount as it is written: 85.142,10 €, EUR 12,50, £3 or 12.50.
 * @param other the currency of an amount without one, or with a sign that several have
 * @returns the number with all its digits, and its currency if one is known; undefined for anything else
 */
export function readMoney(
  text: string,
  decimal: Decimal,
  other: string | undefined,
): { amount: string; currency?: string } | undefined {
  const [number, unit] = partsOf(text);
  const amount = plainNumber(number, decimal);
  if (amount === undefined || unit === '%') return undefined;
  if (unit === undefined || unit === '$' || unit === '¥') {
    if (other !== undefined) return { amount, currency: other };
    return unit === undefined ? { amount } : undefined;
  }
  return { amount, currency: signs[unit] ?? unit.toUpperCase() };
}

/** A percentage with or without its sign. */
export function barePercent(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith('%') ? trimmed.slice(0, -1).trimEnd() : trimmed;
}
