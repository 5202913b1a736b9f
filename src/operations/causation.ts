import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type EncryptionKeys, keysIn } from '../ground/config/keys.ts';

/** How many automations, functions and webhooks have led to a call. */
export const depthHeader = 'x-insula-depth';
/** Where that chain began, as `Causes` writes it. */
export const rootHeader = 'x-insula-root';

const macBytes = 16;
const pattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/;

/**
 * Headers of outgoing calls, so that a call that leads back here continues its chain, with its budget. A root that
 * no one was given cannot be made up: it is signed.
 */
export class Causes {
  /** The first one signs. */
  private readonly keys: Buffer[];

  /** @param encryptionKeys of 32 bytes: ENCRYPTION_KEY, and others that verify as well */
  constructor(encryptionKeys: Buffer | EncryptionKeys) {
    this.keys = keysIn(encryptionKeys).map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'causation roots', 32)),
    );
  }

  /** @param depth of what the receiver does in consequence; @param root a UUID */
  headers(depth: number, root: string): Record<string, string> {
    return {
      [depthHeader]: String(depth),
      [rootHeader]: `${root}.${macOf(this.keys[0] as Buffer, root)}`,
    };
  }

  /** The root that a header names; undefined for one that we have not written. */
  read(header: unknown): string | undefined {
    const [, root, mac] = (typeof header === 'string' && pattern.exec(header)) || [];
    if (root === undefined || mac === undefined) return undefined;
    const given = Buffer.from(mac);
    const isOurs = (key: Buffer) => timingSafeEqual(given, Buffer.from(macOf(key, root)));
    return this.keys.some(isOurs) ? root : undefined;
  }
}

function macOf(key: Buffer, root: string): string {
  const mac = createHmac('sha256', key).update(root).digest();
  return mac.subarray(0, macBytes).toString('base64url');
}
