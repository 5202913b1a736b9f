import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isSecret, newSecret, previewOf, sign } from '../../src/groups/webhooks/secret.ts';
import { retryAfter, textOf } from '../../src/groups/webhooks/send.ts';

describe('a signature', () => {
  it('matches the test vector of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const [id, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}'];
    expect(sign([secret], id, 1614265330, body)).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('with a new secret passes the library’s check, and fails it after any change', () => {
    const [secret, now, body] = [newSecret(), Math.floor(Date.now() / 1000), '{"é": "🎉"}'];
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(now),
      'webhook-signature': sign([newSecret(), secret], 'msg_1', now, body),
    };
    const library = new Webhook(secret);
    expect(library.verify(body, headers)).toEqual({ é: '🎉' });
    for (const [text, changed] of [
      [`${body} `, headers],
      [body, { ...headers, 'webhook-id': 'msg_2' }],
      [body, { ...headers, 'webhook-timestamp': String(now + 1) }],
    ] as const)
      expect(() => library.verify(text, changed)).toThrow();
  });
});

describe('a webhook secret', () => {
  const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  it.each([of(24), of(64), newSecret()])('may be %s', (text) => expect(isSecret(text)).toBe(true));
  it.each([of(23), of(65), 'whsec_', `${of(24)}=`, of(24).slice(6), `${of(24)}\n`, 'whsec_ä'])(
    'may not be %j',
    (text) => expect(isSecret(text)).toBe(false),
  );
  it('shows only its last four letters', () => {
    expect(previewOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe('whsec_••••LaSw');
  });
});

describe('the response of a receiver', () => {
  it.each([
    [Buffer.from('plain'), 'plain'],
    [Buffer.from('a\0b'), 'ab'],
    [Buffer.from([0xff, 0x41, 0xed, 0xa0, 0x80]), '�A���'],
    [Buffer.alloc(20_000, 'x'), 'x'.repeat(16_384)],
    [Buffer.from(`${'x'.repeat(16_383)}é`), 'x'.repeat(16_383)],
  ])('is stored as valid text', (bytes, text) => {
    expect(textOf(bytes).replace(/�$/, '')).toBe(text.replace(/�$/, ''));
    expect(Buffer.byteLength(textOf(Buffer.alloc(20_000, 0xff)))).toBeLessThanOrEqual(16_384);
  });

  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['120', 120],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60],
    ['999999', 86_400],
    ['Wed, 31 Dec 2025 00:00:00 GMT', null],
    ['-5', null],
    ['soon', null],
    ['0', null],
    [undefined, null],
  ])('with Retry-After %s asks for a wait of %s seconds', (header, seconds) => {
    expect(retryAfter(header, now)).toBe(seconds);
  });
});
