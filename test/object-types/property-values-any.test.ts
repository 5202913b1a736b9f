import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonical } from '../../src/ground/shapes/canonical.ts';
import { type DefinedType, defineType } from '../support/define-type.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const dataTypes = [
  ...['string', 'text', 'email', 'url', 'phone', 'slug', 'color', 'richtext', 'number', 'integer'],
  ...['float', 'percent', 'currency', 'rating', 'boolean', 'date', 'datetime', 'time', 'json'],
  ...['array', 'object', 'enum'],
];

const server = useServer();
const tenant = useTenant(server);
/** One type with a property of each data type, named after it. */
let type: DefinedType;

beforeAll(async () => {
  type = await defineType(
    tenant,
    Object.fromEntries(
      dataTypes.map((data_type) => [
        data_type,
        {
          data_type,
          is_sortable: true,
          ...(data_type === 'enum' && { enum_values: ['S', 'M', 'é'] }),
        },
      ]),
    ),
  );
});

const digits = (max: number) => fc.nat({ max }).map((n) => String(n).padStart(2, '0'));
const date = fc
  .tuple(fc.nat({ max: 9999 }), digits(13), digits(32))
  .map(([y, m, d]) => `${String(y).padStart(4, '0')}-${m}-${d}`);
const time = fc.tuple(digits(24), digits(60), digits(60)).map((parts) => parts.join(':'));
const moment = fc
  .tuple(date, fc.constantFrom('T', ' '), time, fc.constantFrom('', '.5', '.123456', '.9999999'))
  .chain(([d, t, h, f]) =>
    fc.constantFrom('', 'Z', '+00:00', '-0330', '+14:00', '+99:99').map((z) => d + t + h + f + z),
  );

/** Texts of the forms that data types take, and what is nearly one. */
const formed = fc.oneof(
  fc.emailAddress(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.stringMatching(/^(\+|00)[1-9][0-9 ().-]{5,16}$/),
  fc.stringMatching(/^[a-z0-9]{1,5}(-[a-z0-9]{1,5}){0,3}$/),
  fc.stringMatching(/^#[0-9a-fA-F]{6,8}$/),
  date,
  time,
  moment,
  fc.constantFrom('S', 'M', 'é', 'now', 'infinity', 'true', 'null'),
);
const spoiled = fc
  .tuple(formed, fc.nat({ max: 40 }), fc.string({ unit: 'binary', maxLength: 1 }))
  .map(([text, at, piece]) => text.slice(0, at) + piece + text.slice(at + 1))
  .filter((text) => text.isWellFormed() && !text.includes('\0'));
const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
const number = fc.oneof(
  fc.double({ noDefaultInfinity: true, noNaN: true }).filter((n) => !isUnsafe(n)),
  fc.maxSafeInteger(),
  fc.integer({ min: -10, max: 10 }),
);
const money = fc.record({
  amount: fc.oneof(
    fc.stringMatching(/^-?[0-9]{1,12}(\.[0-9]{1,4})?$/),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !isUnsafe(n)),
  ),
  currency: fc.stringMatching(/^[a-zA-Z]{2,4}$/),
});
const value = fc
  .oneof(
    formed,
    spoiled,
    storable,
    number,
    money,
    fc.boolean(),
    fc.jsonValue({ maxDepth: 4 }).filter((v) => v !== null && isStorable(JSON.stringify(v))),
  )
  .map((v) => JSON.parse(JSON.stringify(v)) as unknown); // as it travels: -0 is 0

/** JSON.stringify writes it as an integer that JSON.parse cannot keep. */
function isUnsafe(n: number): boolean {
  return /^-?\d+$/.test(String(n)) && !Number.isSafeInteger(n);
}
function isStorable(json: string): boolean {
  return !/\\u(0000|d[89a-f])/i.test(json) && !/\d{16}/.test(json);
}

type Result = {
  success: boolean;
  id: string;
  error: { code: string; details: { path: string; code: string; message: string }[] };
};

const nfc = (value: unknown) => canonical(structuredClone(value));

describe('an arbitrary value for any data type', () => {
  it('is stored unchanged, or in a stable normal form, or refused by name', async () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom(...dataTypes), value), {
      minLength: 50,
      maxLength: 100,
    });
    await fc.assert(
      fc.asyncProperty(pairs, async (sent) => {
        const { taken, kept } = await sendAll(sent);
        expect(taken.length + kept.refused.length).toBe(sent.length);
        // A normal form is its own normal form.
        const again = await sendAll(taken.map(([name], i) => [name, kept.values[i]]));
        expect(again.kept).toEqual({ values: kept.values, refused: [] });
        for (const [i, [name, given]] of taken.entries()) {
          const normal = kept.values[i];
          if (!changes.has(name)) expect([name, normal]).toEqual([name, nfc(given)]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('never causes an internal error, however hostile', async () => {
    const poison = fc.oneof(
      fc.constantFrom(
        '\0',
        '\ud800',
        'a\udfffb',
        2 ** 53,
        -(2 ** 60),
        1e300,
        '\u{10ffff}',
        '\uffff',
      ),
      fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    );
    const poisoned = fc.oneof(
      poison,
      fc.array(poison, { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom('\0', '\ud800', '__proto__', ''), storable), poison, {
        maxKeys: 3,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...dataTypes), poisoned, async (name, given) => {
        const { status, body } = await tenant.post(type.path, { properties: { [name]: given } });
        expect([201, 400]).toContain(status);
        if (status === 400) {
          expect(body.error.code).toBe('VALIDATION_ERROR');
          expect(body.error.param).toMatch(new RegExp(`^properties\\.${name}`));
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Data types that have a normal form of their own. */
const changes = new Set(['email', 'url', 'phone', 'color', 'currency', 'datetime', 'time']);

/** Creates an object for each pair; what was taken reads back as `kept.values`. */
async function sendAll(sent: (readonly [name: string, value: unknown])[]) {
  if (sent.length === 0) return { taken: [], kept: { values: [], refused: [] } };
  const objects = sent.map(([name, v]) => ({ properties: { [name]: v } }));
  const { status, body } = await tenant.post(`${type.path}/batch/create?atomic=false`, { objects });
  expect([status, body.error]).toEqual([201, undefined]);
  const results: Result[] = body.data.results;
  const taken = sent.filter((_, i) => results[i]?.success);
  const refused = sent.flatMap(([name], i) => (results[i]?.success ? [] : [[name, results[i]]]));
  for (const [name, result] of refused as [string, Result][]) {
    const fault = { path: `properties.${name}`, code: `invalid_${name}` };
    expect(result.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [fault] });
  }
  const object_ids = results.flatMap((result) => (result.success ? [result.id] : []));
  const read = object_ids.length
    ? (await tenant.post(`${type.path}/batch/read`, { object_ids })).body.data
    : [];
  const values: unknown[] = taken.map(([name], i) => read[i].properties[name]);
  return { taken, kept: { values, refused } };
}
