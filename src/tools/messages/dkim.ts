import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** A key that signs mails (RFC 6376), and the record of its domain. */
export async function newDkimKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}
