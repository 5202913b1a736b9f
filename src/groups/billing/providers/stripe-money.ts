import { ApiError } from '../../../ground/errors.ts';

/**
 * Amounts as Stripe counts them (docs.stripe.com/currencies): in the smallest unit, which is a matter of Stripe's and
 * neither of ISO 4217 nor of how a currency is displayed. ISK and UGX have no decimals, and yet two here.
 */
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF',
  3: 'BHD JOD KWD OMR TND',
};
/** Only multiples of these are accepted: whole krónur, and tens of the thousandths. */
const steps: Record<number, string> = { 100: 'ISK UGX', 10: decimals[3] ?? '' };

const figureOf = (table: Record<number, string>, currency: string, otherwise: number): number => {
  const found = Object.entries(table).find(([, names]) => names.split(' ').includes(currency));
  return found ? Number(found[0]) : otherwise;
};

/**
 * `29.5` USD as 2950, from digits and not from a float.
 * @throws 409 for a price that Stripe cannot take in this currency
 */
export function toStripe(amount: string, currency: string): number {
  const [whole = '0', fraction = ''] = amount.split('.');
  const places = figureOf(decimals, currency, 2);
  const kept = Number(whole + fraction.slice(0, places).padEnd(places, '0'));
  const isWhole = /^0*$/.test(fraction.slice(places)) && kept % figureOf(steps, currency, 1) === 0;
  if (isWhole) return kept;
  throw new ApiError(
    'INVALID_STATE',
    `The payment provider cannot take ${amount} ${currency}: the price has too many decimals. Change the price of the plan.`,
  );
}

/** 2950 USD as `29.50`. */
export function fromStripe(amount: number, currency: string): string {
  const places = figureOf(decimals, currency, 2);
  const digits = String(Math.abs(amount)).padStart(places + 1, '0');
  const sign = amount < 0 ? '-' : '';
  const at = digits.length - places;
  return sign + digits.slice(0, at) + (places > 0 ? `.${digits.slice(at)}` : '');
}
