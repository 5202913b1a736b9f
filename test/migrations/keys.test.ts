import { describe, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { RefreshTokens } from '../../src/credentials/refresh-token.ts';
import { withNextPassword } from '../../src/db/passwords.ts';
import { databaseUrls, rolePassword, withoutPassword } from '../../src/db/urls.ts';
import { encryptionKeysOf } from '../../src/ground/config/keys.ts';
import { openToken, unsubscribeUrl } from '../../src/groups/email/unsubscribe-token.ts';
import { FileSigner } from '../../src/groups/files/signature.ts';
import { Causes, rootHeader } from '../../src/operations/causation.ts';
import {
  isReplyOf,
  readReplyAddress,
  replyAddress,
} from '../../src/tools/messages/reply-address.ts';

const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const tenant = `ten_${'a'.repeat(32)}`;
const token = { tenant, session: `ses_${'b'.repeat(32)}`, counter: 7 };
const grant = {
  ...({ method: 'GET', tenant, file: 'fil_1', generation: 1, what: '' } as const),
  ...{ isDownload: false, expires: 1 },
};
const root = '0198c2f4-a1b2-7c3d-8e9f-0a1b2c3d4e5f';

type Keys = Buffer | readonly [Buffer, ...Buffer[]];

/** All that is derived from a key: how it is made, and whether it is believed. */
const derived: Record<
  string,
  [make: (keys: Keys) => string, believes: (keys: Keys, made: string) => boolean]
> = {
  'a sealed secret': [
    (keys) => new Box(keys).seal(tenant, 'webhooks.secret', 'hush'),
    (keys, made) => {
      try {
        return new Box(keys).open(tenant, 'webhooks.secret', made) === 'hush';
      } catch {
        return false;
      }
    },
  ],
  'a refresh token': [
    (keys) => new RefreshTokens(keys).make(token),
    (keys, made) => new RefreshTokens(keys).parse(made)?.counter === 7,
  ],
  'a signed URL of a file': [
    (keys) => new FileSigner(keys).sign(grant),
    (keys, made) => new FileSigner(keys).read(made, grant) === 1,
  ],
  'the root of a chain of calls': [
    (keys) => new Causes(keys).headers(1, root)[rootHeader] as string,
    (keys, made) => new Causes(keys).read(made) === root,
  ],
  'a link that ends mails': [
    (keys) =>
      unsubscribeUrl({ box: new Box(keys), baseUrl: '' }, tenant, 'a@example.com').replace(
        /.*\//,
        '',
      ),
    (keys, made) => openToken(new Box(keys), made)?.address === 'a@example.com',
  ],
  'an address for answers': [
    (keys) =>
      replyAddress(
        { box: new Box(keys), domain: 'mail.test' },
        { tenant, number: 1, reader: 'a@b.example' },
      ),
    (keys, made) => isReplyOf(new Box(keys), readReplyAddress(made) as never, 'a@b.example'),
  ],
};

describe('while one ENCRYPTION_KEY takes the place of another', () => {
  it.each(Object.entries(derived))(
    '%s of either key is believed, and made by the first',
    (_, [make, believes]) => {
      expect(believes([next, old], make(old))).toBe(true);
      expect(believes([old, next], make(next))).toBe(true);
      expect(believes(next, make([next, old]))).toBe(true);
      expect(believes(old, make([next, old]))).toBe(false);
      expect(believes(next, make(old))).toBe(false);
    },
  );

  it('a secret is sealed again for the same place and use, once', () => {
    const both = new Box([next, old]);
    for (const use of [undefined, 'https://a.example']) {
      const sealed = new Box(old).seal(tenant, 'p', 'hush', use);
      const again = both.reseal(tenant, 'p', sealed, use) as string;
      expect(new Box(next).open(tenant, 'p', again, use)).toBe('hush');
      expect(again.slice(0, 7)).toBe(sealed.slice(0, 7));
      expect(both.reseal(tenant, 'p', again, use)).toBeUndefined();
      if (use) expect(() => new Box(next).open(tenant, 'p', again, 'https://b.example')).toThrow();
      expect(() => both.reseal('ten_other', 'p', sealed, use)).toThrow();
    }
  });

  it('an address has the passwords of all keys, one after the other, and shows none of them', () => {
    const { api } = databaseUrls('postgres://owner:o@db.example/insula', [next, old]);
    const after = withNextPassword(api) as string;
    const passwordOf = (url: string) => decodeURIComponent(new URL(url).password);
    expect(passwordOf(api)).toBe(rolePassword(next, 'insula_api'));
    expect(passwordOf(after)).toBe(rolePassword(old, 'insula_api'));
    expect(passwordOf(withNextPassword(after) as string)).toBe(passwordOf(api));
    expect(withoutPassword(api)).toBe('postgres://insula_api:***@db.example/insula');
    // One that was given is kept, and replaced with the key.
    const given = databaseUrls('postgres://insula_api:given@db.example/insula', [next, old]).api;
    expect(passwordOf(given)).toBe('given');
    expect(passwordOf(withNextPassword(given) as string)).toBe(rolePassword(next, 'insula_api'));
  });

  it('each key counts once', () => {
    expect(encryptionKeysOf({ encryptionKey: next, encryptionKeyAlso: [old, next, old] })).toEqual([
      next,
      old,
    ]);
  });
});
