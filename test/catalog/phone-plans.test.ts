import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/min';
import metadata from 'libphonenumber-js/min/metadata';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, it } from 'vitest';
import { phonePlansPath, phonePlansSql } from '../../src/docs/phone-plans.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
const countries = Object.keys(metadata.countries) as CountryCode[];

it('the plans of numbers are those of libphonenumber: npm run docs writes them', () => {
  expect(readFileSync(phonePlansPath, 'utf8')).toBe(phonePlansSql());
});

type Question = [text: string, country: string | null];

async function kept(questions: Question[]): Promise<(string | null)[]> {
  const { rows } = await server.db.query(
    `select app.phone_number(q.t, q.c) as number
     from unnest($1::text[], $2::text[]) with ordinality q(t, c, n) order by n`,
    [questions.map(([text]) => text), questions.map(([, country]) => country)],
  );
  return rows.map((row: { number: string | null }) => row.number);
}

it('takes a mobile number of every country as it is written there, and as it is written abroad', async () => {
  const numbers = countries.flatMap((country) => {
    const found = parsePhoneNumber(examples[country] ?? '', country);
    return found ? [{ country, found }] : [];
  });
  expect(numbers.length).toBeGreaterThan(240);
  const asked = numbers.flatMap(({ country, found }): Question[] => [
    [found.formatNational(), country],
    [found.formatInternational(), null],
    [found.number, null],
    [found.formatInternational(), 'DE'],
    [found.getURI(), 'US'],
  ]);
  const wanted = numbers.flatMap(({ found }) => Array(5).fill(found.number));
  expect(await kept(asked)).toEqual(wanted);
});

it('makes of random digits what libphonenumber makes of them, or refuses them', async () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{3,12}$/);
  const home = fc.constantFrom(...countries);
  const text = fc.oneof(
    fc.tuple(home, fc.constantFrom('', '0'), digits).map(([country, trunk, rest]) => {
      const [code] = metadata.countries[country] as unknown as [string];
      return `+${code}${trunk}${rest}`;
    }),
    digits.map((rest) => `0${rest}`),
    digits,
  );
  // The same in each run: a few numbers in a million differ, since their smaller metadata know fewer lengths.
  const asked = fc.sample(fc.tuple(text, home), { numRuns: 5000, seed: 20261127 });
  for (const [n, number] of (await kept(asked)).entries()) {
    const [given, country] = asked[n] as [string, CountryCode];
    const theirs = parsePhoneNumber(given, { defaultCountry: country, extract: false });
    const isTheirs = number === theirs?.number;
    // More than theirs is taken only where they know of no such number.
    if (!isTheirs && theirs && theirs.number.length <= 16)
      expect([given, country, number, theirs.number, theirs.isValid()]).toEqual([
        ...[given, country, number, theirs.number, false],
      ]);
  }
});

it.each<[string, string | null, string | null]>([
  ['+49 (0)30 123456', null, '+4930123456'],
  ['4940300666', 'DE', '+4940300666'],
  ['79658753352', 'RU', '+79658753352'],
  ['4940300666', 'FR', null],
  ['+49 030 123456', null, '+4930123456'],
  ['+49 30/123-456', null, '+4930123456'],
  ['0049 (0) 30 123456', null, '+4930123456'],
  ['+39 06 698 38 46', null, '+39066983846'],
  ['+44 (0)20 7946 0958', null, '+442079460958'],
  ['＋４９ ３０ １２３４５６', null, '+4930123456'],
  ['tel:+49-30-123456', null, '+4930123456'],
  ['030 123456', 'DE', '+4930123456'],
  ['8 (495) 123-45-67', 'RU', '+74951234567'],
  ['011 49 30 123456', 'US', '+4930123456'],
  ['(415) 555-0100', 'US', '+14155550100'],
  ['030 123456', null, null],
  ['+49', null, null],
  ['+49 0', null, null],
  ['+1 123 456 7890', null, null],
  ['+999 123456', null, null],
  ['+4930123456 ext. 7', null, null],
  ['+49+30123456', null, null],
  ['call me', 'DE', null],
  ['', 'DE', null],
  ['112', 'DE', null],
  ['+4930123456789012345', null, null],
])('%j of %s is %s', async (text, country, number) => {
  expect(await kept([[text, country]])).toEqual([number]);
});
