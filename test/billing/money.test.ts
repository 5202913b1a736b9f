import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fromStripe, toStripe } from '../../src/groups/billing/providers/stripe-money.ts';

describe('amounts at Stripe', () => {
  it.each([
    ['USD', '29.5', 2950],
    ['HUF', '9990', 999_000],
    ['IDR', '150000', 15_000_000],
    ['COP', '45900', 4_590_000],
    ['LAK', '200000', 20_000_000],
    ['TWD', '300', 30_000],
    ['JPY', '3000', 3000],
    ['KRW', '15000', 15_000],
    ['MGA', '5000', 5000],
    ['ISK', '1500', 150_000],
    ['UGX', '20000', 2_000_000],
    ['KWD', '9.9', 9900],
    ['BHD', '1.230', 1230],
  ])('of %s: %s is %d, and back', (currency, amount, minor) => {
    expect(toStripe(amount, currency)).toBe(minor);
    expect(Number(fromStripe(minor, currency))).toBe(Number(amount));
  });

  it.each([
    ['KWD', '9.999'],
    ['ISK', '10.50'],
    ['MGA', '10.2'],
    ['JPY', '10.5'],
    ['USD', '1.001'],
  ])('of %s: %s is refused, not rounded', (currency, amount) => {
    expect(() => toStripe(amount, currency)).toThrow(/cannot take/);
  });
});

it('are computed without the rules of display: Intl is used only for texts and clocks', async () => {
  const asking: string[] = [];
  for await (const file of glob('src/**/*.ts'))
    if (/\bIntl\.NumberFormat/.test(readFileSync(file, 'utf8'))) asking.push(file);
  expect(asking).toEqual(['src/ground/charts/text.ts']);
});
