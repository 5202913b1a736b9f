import { generateKeyPairSync, sign } from 'node:crypto';

/** A key pair and a certificate that it has signed itself, as PEM. */
export interface SelfSigned {
  key: string;
  cert: string;
}

/** DER (X.690): a tag, the length, the content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(0x05));
const named = (name: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const moment = (text: string) => der(0x17, Buffer.from(text));

/** A certificate (RFC 5280) for RSA with so many bits. */
export function selfSigned(name: string, modulusLength = 2048): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    named(name),
    sequence(moment('250101000000Z'), moment('450101000000Z')),
    named(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const bytes = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
