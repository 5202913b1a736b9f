import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type EncryptionKeys, keysIn } from '../ground/config/keys.ts';

/** The content of a refresh token: the `counter`-th of a session. */
export interface RefreshToken {
  tenant: string;
  session: string;
  counter: number;
}

const macBytes = 16;
const pattern = /^rt_([A-Za-z0-9_-]{70})$/;

/**
 * Refresh tokens that are not stored: `rt_` and the base64url of tenant, session, counter and a MAC of them. The next
 * one of a session can be made again, so an answer that was lost can be repeated; a copy of the database makes none.
 */
export class RefreshTokens {
  /** The first one signs. */
  private readonly keys: Buffer[];

  constructor(encryptionKeys: Buffer | EncryptionKeys) {
    this.keys = keysIn(encryptionKeys).map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'refresh tokens', 32)),
    );
  }

  make({ tenant, session, counter }: RefreshToken): string {
    const body = Buffer.concat([idBytes(tenant), idBytes(session), Buffer.alloc(4)]);
    body.writeUInt32BE(counter, 32);
    return `rt_${Buffer.concat([body, macOf(this.keys[0] as Buffer, body)]).toString('base64url')}`;
  }

  /** Undefined for what we did not make: it costs no database work. */
  parse(token: string): RefreshToken | undefined {
    const text = pattern.exec(token)?.[1];
    if (!text) return undefined;
    const bytes = Buffer.from(text, 'base64url');
    const body = bytes.subarray(0, -macBytes);
    const mac = bytes.subarray(-macBytes);
    if (body.length !== 36 || !this.keys.some((key) => timingSafeEqual(macOf(key, body), mac)))
      return undefined;
    // The last character has bits to spare: one token is written in one way.
    if (bytes.toString('base64url') !== text) return undefined;
    return {
      tenant: `ten_${body.toString('hex', 0, 16)}`,
      session: `ses_${body.toString('hex', 16, 32)}`,
      counter: body.readUInt32BE(32),
    };
  }

  /** The tenant that a refresh token names, without a check of its MAC. */
  static tenantOf(token: unknown): string | undefined {
    const text = typeof token === 'string' ? pattern.exec(token)?.[1] : undefined;
    return text && `ten_${Buffer.from(text, 'base64url').toString('hex', 0, 16)}`;
  }
}

const macOf = (key: Buffer, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, macBytes);

/** The 16 bytes of `<prefix>_<32 hex>`. */
const idBytes = (id: string): Buffer => Buffer.from(id.slice(id.indexOf('_') + 1), 'hex');
