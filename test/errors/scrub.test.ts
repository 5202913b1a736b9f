import { describe, expect, it } from 'vitest';
import { scrub } from '../../src/groups/errors/scrub.ts';

const removed = '[removed]';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const key = `ins_${'0'.repeat(32)}_abcdefghijkl_${'x'.repeat(49)}`;

describe('scrubbing a text', () => {
  it.each([
    ['a bearer token', 'sent Bearer abc.def-123 there', `sent Bearer ${removed} there`],
    ['a JSON web token', `got ${jwt}.`, `got ${removed}.`],
    ['an API key of ours', `with ${key}`, `with ${removed}`],
    ['a key of a payment provider', 'sk_live_51Habcdefghijklmnop', removed],
    ['cookies', 'Cookie: sid=1; theme=dark\nHost: a', `Cookie: ${removed}\nHost: a`],
    [
      'a password in a query',
      '/signin?password=hunter2&next=1',
      `/signin?password=${removed}&next=1`,
    ],
    ['a password in JSON', '{"password": "hunter2", "a": 1}', `{"password": "${removed}", "a": 1}`],
    [
      'a name and password in an address',
      'https://me:pw@example.com/',
      `https://${removed}@example.com/`,
    ],
    [
      'a code in an address',
      '/callback?code=abc#state=x',
      `/callback?code=${removed}#state=${removed}`,
    ],
    ['the number of a card', 'card 4111 1111 1111 1111 refused', `card ${removed} refused`],
    ['the number of a card beside others', 'order 12 5500-0000-0000-0004', `order 12 ${removed}`],
  ])('removes %s', (_, text, clean) => {
    expect(scrub(text)).toBe(clean);
  });

  it.each([
    'x is undefined',
    'password reset failed for user 12',
    'at 1763884800000 (17 ms)',
    'order 4111 1111 1111 1112',
    'no token in https://example.com/a?page=2',
  ])('leaves what is no secret: %s', (text) => {
    expect(scrub(text)).toBe(text);
  });
});

describe('scrubbing a value', () => {
  it('goes by the names of members, at any depth', () => {
    const report = {
      user: { id: 7, accessToken: 'a', 'set-cookie': ['b'], Password: 12, card_number: '1' },
      list: [{ api_key: { id: 'c' } }, 'Bearer abcdefgh'],
      session: null,
      tokens_used: 3,
    };
    expect(scrub(report)).toEqual({
      user: {
        id: 7,
        accessToken: removed,
        'set-cookie': removed,
        Password: removed,
        card_number: removed,
      },
      list: [{ api_key: removed }, `Bearer ${removed}`],
      session: null,
      tokens_used: 3,
    });
  });

  it('keeps a member called __proto__ as data', () => {
    const value = JSON.parse('{"__proto__": {"token": "x", "a": 1}}');
    expect(JSON.stringify(scrub(value))).toBe(`{"__proto__":{"token":"${removed}","a":1}}`);
  });
});
