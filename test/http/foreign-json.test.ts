import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepableText, readForeign } from '../../src/ground/shapes/foreign-json.ts';
import { parseJsonText } from '../../src/ground/shapes/json-body.ts';

const bad = {
  '9007199254740993': 'unsafe_integer',
  '1e400': 'not_finite',
  '"a\\u0000b"': 'nul',
  '"\\ud83dx"': 'surrogate',
  '{"\\u0000": 1}': 'nul',
};

it('reads JSON of others as that of bodies, where all of it can be kept', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, noUnicodeString: false }), (text) => {
      fc.pre(JSON.stringify(JSON.parse(text)) === text && !text.includes('-0'));
      let kept: { value: unknown } | undefined;
      try {
        kept = { value: parseJsonText(text) };
      } catch {}
      const { value, faults } = readForeign(text);
      expect(faults.length === 0).toBe(kept !== undefined);
      if (kept) expect(value).toEqual(kept.value);
    }),
  );
});

it('keeps the part of each document that can be stored, and names the places of the rest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.constantFrom(...Object.keys(bad))), { minLength: 1, maxLength: 20 }),
      fc.boolean(),
      (items, isDeep) => {
        const deep = isDeep ? `${'['.repeat(70)}${']'.repeat(70)}` : '1';
        const text = `{"deep": ${deep}, "items": [${items.map((one) => `{"v": ${one ?? '"ok"'}}`).join()}]}`;
        const { value, faults } = readForeign(text);
        // Whatever is left can be stored.
        expect(parseJsonText(JSON.stringify(value))).toEqual(value);
        expect(
          faults.filter(({ path }) => path[0] === 'items').map(({ path, code }) => [path[1], code]),
        ).toEqual(
          items.flatMap((one, n) => (one === null ? [] : [[n, bad[one as keyof typeof bad]]])),
        );
        expect(faults.some(({ code }) => code === 'too_deep')).toBe(isDeep);
      },
    ),
  );
});

it.each(['{', '[1,]', '', `${'['.repeat(100_000)}`])('refuses what is not JSON: %#', (text) => {
  expect(() => readForeign(text)).toThrow(/not valid JSON/);
});

it('takes a name such as __proto__ for one like any other, and a number that is written twice', () => {
  const { value } = readForeign('{"__proto__": {"a": 1e400}, "b": 1, "b": 2}');
  expect(Object.entries(value as object)).toEqual([
    ['__proto__', { a: '1e400' }],
    ['b', 2],
  ]);
});

it('takes NUL and halves of pairs out of a text, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const kept = keepableText(`${text}\0\ud800`);
      expect([kept.isWellFormed(), kept.includes('\0')]).toEqual([true, false]);
      if (text.isWellFormed()) expect(kept).toBe(text.replaceAll('\0', ''));
    }),
  );
});
