import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type EncryptionKeys, keysIn } from '../../ground/config/keys.ts';
import type { Grant, UrlSigner } from '../../operations/services.ts';

export type { Grant };

/**
 * Signs URLs to files: HMAC-SHA256 under a key of each tenant. A token is `<generation>.<mac>`, so that one that was
 * revoked can be told from one that was never given.
 */
export class FileSigner implements UrlSigner {
  private readonly keys: EncryptionKeys;

  /** @param keys of 32 bytes: ENCRYPTION_KEY, which signs, and others, which verify as well */
  constructor(keys: Buffer | EncryptionKeys) {
    this.keys = keysIn(keys);
  }

  sign(grant: Grant): string {
    return `${grant.generation}.${macOf(this.keys[0], grant).toString('base64url')}`;
  }

  /**
   * The address, relative to the API's, that a grant is used at.
   * @param path of what is read
   * @param query that belongs to it
   */
  url(path: string, grant: Grant, query: Record<string, string> = {}): string {
    const { expires, tenant, isDownload } = grant;
    const signature = { token: this.sign(grant), expires: String(expires), t: tenant };
    const all = { ...query, ...signature, ...(isDownload ? { download: '1' } : {}) };
    return `${path}?${new URLSearchParams(all)}`;
  }

  /** @returns the generation of the token, undefined if this server did not sign it for exactly this grant */
  read(token: string, grant: Omit<Grant, 'generation'>): number | undefined {
    const [, digits, text] = /^(\d{1,9})\.([\w-]{43})$/.exec(token) ?? [];
    if (digits === undefined || text === undefined) return undefined;
    const generation = Number(digits);
    const given = Buffer.from(text, 'base64url');
    const isRight = (right: Buffer) =>
      given.length === right.length && timingSafeEqual(given, right);
    return this.keys.some((key) => isRight(macOf(key, { ...grant, generation })))
      ? generation
      : undefined;
  }
}

function macOf(key: Buffer, grant: Grant): Buffer {
  const { method, tenant, file, generation, what, isDownload, expires } = grant;
  const parts = ['v1', method, tenant, file, generation, what, isDownload ? 1 : 0, expires];
  const own = Buffer.from(hkdfSync('sha256', key, tenant, 'file urls', 32));
  return createHmac('sha256', own).update(JSON.stringify(parts)).digest();
}
