import { expect, it } from 'vitest';
import { refusalIn } from '../../bench/turns.ts';

it('a row of the bench whose requests are refused says so: it would measure the refusal', () => {
  const attack = { what: 'searches', requests: [] };
  expect(refusalIn(attack, { 200: 40, 429: 3, 503: 1 })).toBe(undefined);
  expect(refusalIn(attack, { 400: 40 })).toBe("A's searches got 400 instead of 200 or 201");
  expect(refusalIn(attack, { 200: 40, 403: 1 })).toContain('got 403');
  expect(refusalIn(attack, { 429: 40 })).toContain('got no answer but waits');
  expect(refusalIn({ ...attack, answers: ['401'] }, { 401: 40 })).toBe(undefined);
});
