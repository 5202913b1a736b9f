import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options for a browser, to make or to sign something. */
export interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

/** Faults on the way, for attacks. */
export interface Twist {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  crossOrigin?: boolean;
  /** Whether the user is there, and was verified by PIN or finger. */
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs as the passkey of another authenticator. */
  as?: Authenticator;
  attestationObject?: Buffer;
  signature?: Buffer;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** As much CBOR (RFC 8949) as WebAuthn needs. */
export function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}

/** An authenticator with one ES256 passkey, and the browser in front of it: made for lying. */
export class Authenticator {
  readonly id: Buffer;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private counter = 0;
  private userHandle = '';
  private readonly origin: string;

  constructor(origin: string, id = randomBytes(32)) {
    this.origin = origin;
    this.id = id;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  get credentialId(): string {
    return base64url(this.id);
  }

  /** navigator.credentials.create */
  create(options: Options, twist: Twist = {}) {
    this.userHandle = options.user?.id ?? '';
    const attested = [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.coseKey()];
    const authData = Buffer.concat([this.authData(options.rp?.id ?? '', 0x40, twist), ...attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.credential({
      clientDataJSON: base64url(this.clientData('webauthn.create', options, twist)),
      attestationObject: base64url(twist.attestationObject ?? cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** navigator.credentials.get */
  get(options: Options, twist: Twist = {}) {
    const claimed = twist.as ?? this;
    const clientData = this.clientData('webauthn.get', options, twist);
    const authData = this.authData(options.rpId ?? '', 0, twist);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return claimed.credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(twist.signature ?? sign('sha256', signed, this.privateKey)),
      userHandle: twist.userHandle ?? (claimed.userHandle || null),
    });
  }

  private credential<T extends object>(response: T) {
    const id = this.credentialId;
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, options: Options, twist: Twist): Buffer {
    const said = { type, challenge: options.challenge, origin: this.origin, crossOrigin: false };
    const lies = Object.entries(twist).filter(([name]) => name in said);
    return Buffer.from(JSON.stringify({ ...said, ...Object.fromEntries(lies) }));
  }

  private authData(rpId: string, more: number, twist: Twist): Buffer {
    const { isPresent = true, isVerified = true } = twist;
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more;
    const counter = Buffer.alloc(4);
    this.counter = twist.counter ?? this.counter + 1;
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}
