/** How figures and labels are written for people. */

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export const shortNumber = (value: number): string => short.format(value);

/** An amount of money for an axis: `€1.2K`. An unknown currency is written behind its number. */
export function shortMoney(value: number, currency: string): string {
  try {
    const format = { style: 'currency', notation: 'compact', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat('en', { ...format, currency }).format(value);
  } catch {
    return `${short.format(value)} ${currency}`;
  }
}

export const currencyOf = (value: unknown): string | undefined => amountOf(value)?.currency;

/** A figure of an answer as a number: also an amount of money, and a text with more digits than a number has. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  const amount = amountOf(value)?.amount;
  return amount === undefined ? null : Number(amount);
}

/** A value as people read it: `1,234.5`, `12.50 EUR`, `–` for none. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number') return grouped.format(value);
  const money = amountOf(value);
  if (money) return `${grouped.format(Number(money.amount))} ${money.currency}`;
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** The label of a row, from its dimensions. */
export const labelOf = (row: Record<string, unknown>, dimensions: string[] = []): string =>
  dimensions.map((name) => textOf(row[name])).join(' · ');

function amountOf(value: unknown): { amount: string; currency: string } | undefined {
  const { amount, currency } = (value ?? {}) as { amount?: unknown; currency?: unknown };
  return typeof amount === 'string' && typeof currency === 'string'
    ? { amount, currency }
    : undefined;
}
