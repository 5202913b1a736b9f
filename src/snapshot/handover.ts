import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

/** A key for one secret: what opens it is never written down. */
export interface OneTimeKey {
  recipient: string;
  open(sealed: string): Promise<string>;
}

export async function oneTimeKey(): Promise<OneTimeKey> {
  const identity = await generateX25519Identity();
  return {
    recipient: await identityToRecipient(identity),
    async open(sealed) {
      const age = new Decrypter();
      age.addIdentity(identity);
      return age.decrypt(Buffer.from(sealed, 'base64'), 'text');
    },
  };
}

/** Seals a secret for the holder of a one-time key. */
export async function sealFor(recipient: string, secret: string): Promise<string> {
  const age = new Encrypter();
  age.addRecipient(recipient);
  return Buffer.from(await age.encrypt(secret)).toString('base64');
}
