import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const mark = 'enc:v1:';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Secrets at rest: AES-256-GCM under a key of each tenant, bound to where the secret stands, so that none can be
 * moved to another row or tenant. Plaintext never reaches SQL.
 */
export class Box {
  private readonly key: Buffer;

  /** @param encryptionKey 32 bytes: ENCRYPTION_KEY */
  constructor(encryptionKey: Buffer) {
    this.key = encryptionKey;
  }

  /** `enc:v1:<base64url of nonce, ciphertext and tag>`. @param place such as `mfa_factors.secret` */
  seal(tenant: string, place: string, plaintext: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(tenant), nonce);
    cipher.setAAD(Buffer.from(`${tenant}|${place}`));
    const bytes = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return mark + Buffer.concat([nonce, bytes, cipher.getAuthTag()]).toString('base64url');
  }

  /** @throws when it was sealed with another ENCRYPTION_KEY, for another tenant or another place */
  open(tenant: string, place: string, sealed: string): string {
    const bytes = Buffer.from(sealed.slice(mark.length), 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      this.keyOf(tenant),
      bytes.subarray(0, nonceBytes),
    );
    decipher.setAAD(Buffer.from(`${tenant}|${place}`));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    return (
      decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') +
      decipher.final('utf8')
    );
  }

  /** What a secret can be recognised by, here alone. */
  mac(tenant: string, place: string, secret: string): string {
    const text = `${tenant}|${place}|${secret}`;
    return createHmac('sha256', this.keyOf(tenant)).update(text).digest('base64url');
  }

  static isSealed(text: string): boolean {
    return text.startsWith(mark);
  }

  private keyOf(tenant: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.key, tenant, 'secrets at rest', 32));
  }
}
