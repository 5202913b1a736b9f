import { expect, it } from 'vitest';
import {
  isMark,
  marked,
  meaningOf,
  plain,
  referenceTo,
} from '../../src/groups/diffs/compare/marks.ts';

const marks = new Map<string, unknown>([['fn_1', referenceTo('functions/Score')]]);

it('ids become references, and secrets a mark', () => {
  const value = marked({ to: ['fn_1'], key: '••••abcd', n: 1, none: null }, marks);
  expect(value).toEqual({ to: [{ $ref: 'functions/Score' }], key: '•', n: 1, none: null });
  expect(plain(value)).toEqual({ to: ['functions/Score'], key: '•', n: 1, none: null });
});

it.each([
  '•',
  { $ref: 'functions/Score' },
  { $ref: { $ref: 'fn_2' } },
  { $text: '•' },
  { $$ref: [1, { $$$text: '•' }] },
  { $ref: 'a', more: { $ref: '#/definitions/a' } },
])('what a tenant wrote itself is never taken for one: %j', (own) => {
  const value = marked({ own }, marks);
  expect(plain(value)).toEqual({ own });
  expect(JSON.stringify(value)).not.toMatch(/\{"\$ref":[^}]*\}(?<!\$\$ref":[^}]*\})/);
});

it('tells marks from maps of a tenant', () => {
  expect(meaningOf(referenceTo('roles/editors'))).toEqual({ ref: 'roles/editors' });
  expect(meaningOf(marked({ $ref: 'x' }, marks))).toEqual({ map: ['$ref', 'x'] });
  expect(meaningOf(marked('•', marks))).toEqual({ text: '•' });
  expect([{ ref: 'x' }, { $ref: 'x', n: 1 }, 'x', null, ['$ref']].map(isMark)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
