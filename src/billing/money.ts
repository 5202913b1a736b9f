/** How many decimals the amounts of a currency have: 2 for USD, 0 for JPY. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** `29.5` USD as 2950: the amount in the smallest unit, from digits and not from a float. */
export function toMinor(amount: string, currency: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  const decimals = decimalsOf(currency);
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** 2950 USD as `29.50`. */
export function fromMinor(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const sign = amount < 0 ? '-' : '';
  const at = digits.length - decimals;
  return sign + digits.slice(0, at) + (decimals > 0 ? `.${digits.slice(at)}` : '');
}
