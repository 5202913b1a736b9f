import { ValidateInResponseTo } from '@node-saml/node-saml';
import { type IdentityProvider, type ServiceProvider, samlOf, skewMs } from './provider.ts';
import { descendants, elements, namespaces, readXml, type XmlDocument, xmlText } from './xml.ts';

/** A verified assertion of an identity provider about a person. */
export interface Assertion {
  /** Unique for the provider: taken once. */
  id: string;
  subject: string;
  subjectIsEmail: boolean;
  /** When it would be refused for its age. */
  expiresAt: Date;
  attributes: Record<string, string[]>;
}

/** A response that is not taken. The message gives the reason, and may be shown. */
export class SamlError extends Error {
  override name = 'SamlError';
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The algorithms of a signature: none with a shared secret, and no SHA-1. */
const algorithms = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
]);

/**
 * Holds the response of an identity provider against the request it must answer (SAML 2.0 profiles, 4.1.4).
 * @param encoded base64 of the XML, as it is posted
 * @throws SamlError, XmlError, or what the library throws: all of it means no
 */
export async function checkResponse(
  encoded: string,
  requestId: string,
  service: ServiceProvider,
  provider: IdentityProvider,
): Promise<Assertion> {
  const packed = encoded.replaceAll(/\s/g, '');
  if (!base64.test(packed)) throw new SamlError('SAMLResponse is not base64.');
  const text = xmlText(Buffer.from(packed, 'base64'));
  const document = await readXml(text);
  checkShape(document);
  checkAnswer(document, requestId, service);
  const createdAt = new Date().toISOString();
  const saml = samlOf(service, provider, {
    // A signature of the whole must also be valid, if there is one.
    wantAuthnResponseSigned:
      elements(document.documentElement, 'Signature', namespaces.signature, 'children').length > 0,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === requestId ? createdAt : null),
      removeAsync: async (key) => key,
    },
  });
  const { profile } = await saml.validatePostResponseAsync({
    SAMLResponse: Buffer.from(text).toString('base64'),
  });
  const signed = profile?.getAssertionXml?.();
  if (!signed) throw new SamlError('The response holds no assertion.');
  // Only what the signature covers is read from here on.
  return readAssertion(await readXml(signed), requestId, service, provider);
}

/**
 * One response, one assertion in it, each with at most one signature of its own and nothing of the kind elsewhere:
 * there is no second place where an assertion that was not signed could be taken from (signature wrapping).
 */
function checkShape(document: XmlDocument): void {
  const root = document.documentElement;
  if (root.localName !== 'Response' || root.namespaceURI !== namespaces.protocol)
    throw new SamlError('It is not a SAML 2.0 response.');
  const all = descendants(document);
  const named = (name: string) => all.filter(({ localName }) => localName === name);
  if (named('EncryptedAssertion').length > 0)
    throw new SamlError('Encrypted assertions are not supported: switch encryption off.');
  const assertions = named('Assertion');
  const [assertion] = assertions;
  if (named('Response').length !== 1 || assertions.length > 1)
    throw new SamlError('There is more than one response or assertion.');
  if (
    assertion &&
    (assertion.parentNode !== root || assertion.namespaceURI !== namespaces.assertion)
  )
    throw new SamlError('The assertion is not inside the response.');
  const owners = named('Signature').map(({ parentNode }) => parentNode);
  const isOwner = (one: unknown) => one === root || one === assertion;
  if (new Set(owners).size !== owners.length || !owners.every(isOwner))
    throw new SamlError('A signature is where none belongs.');
  const ids = all.flatMap((element) =>
    ['ID', 'Id', 'id'].map((name) => element.getAttribute(name)).filter(Boolean),
  );
  if (new Set(ids).size !== ids.length) throw new SamlError('Two elements have the same ID.');
  const used = all.map((element) => element.getAttribute('Algorithm')).filter(Boolean);
  if (!used.every((name) => algorithms.has(name as string)))
    throw new SamlError('The signature must be RSA with SHA-256 or SHA-512.');
}

/** Checks the response outside of its assertion, which may be unsigned: it can only lead to a refusal. */
function checkAnswer(document: XmlDocument, requestId: string, { acsUrl }: ServiceProvider): void {
  const root = document.documentElement;
  const [status] = elements(root, 'Status', namespaces.protocol, 'children');
  const [statusCode] = status
    ? elements(status, 'StatusCode', namespaces.protocol, 'children')
    : [];
  const code = statusCode?.getAttribute('Value');
  if (code !== success) {
    const name = /[A-Za-z]{1,50}$/.exec(code ?? '')?.[0] ?? 'no status';
    throw new SamlError(`The identity provider refused: ${name}.`);
  }
  if (root.getAttribute('InResponseTo') !== requestId)
    throw new SamlError('The response does not answer this request.');
  const destination = root.getAttribute('Destination');
  if (destination && destination !== acsUrl)
    throw new SamlError('The response is addressed to another destination.');
}

/** Reads an assertion whose signature, audience and conditions the library has found good, and checks the rest. */
function readAssertion(
  document: XmlDocument,
  requestId: string,
  service: ServiceProvider,
  provider: IdentityProvider,
): Assertion {
  const root = document.documentElement;
  const one = (name: string) => {
    const found = elements(root, name, namespaces.assertion);
    if (found.length !== 1) throw new SamlError(`The assertion must hold one ${name}.`);
    return found[0] as (typeof found)[0];
  };
  if (
    elements(root, 'Issuer', namespaces.assertion, 'children')[0]?.textContent?.trim() !==
    provider.entity_id
  )
    throw new SamlError('The assertion comes from another identity provider.');
  const expiresAt = checkConfirmation(one('SubjectConfirmation'), one('SubjectConfirmationData'), {
    requestId,
    service,
  });
  one('Conditions');
  const nameId = one('NameID');
  const subject = nameId.textContent?.trim() ?? '';
  const format = nameId.getAttribute('Format');
  if (subject === '' || subject.length > 500) throw new SamlError('NameID is empty or too long.');
  if (format === transientFormat)
    throw new SamlError(
      'NameID is transient: it must stay the same for a person, as persistent does.',
    );
  const id = root.getAttribute('ID');
  if (!id || id.length > 500) throw new SamlError('The assertion has no ID.');
  return {
    id,
    subject,
    subjectIsEmail: format === emailFormat || /^[^@\s]+@[^@\s]+$/.test(subject),
    expiresAt,
    attributes: readAttributes(root),
  };
}

/** @returns until when the assertion may be presented */
function checkConfirmation(
  confirmation: { getAttribute(name: string): string | null },
  data: { getAttribute(name: string): string | null },
  { requestId, service }: { requestId: string; service: ServiceProvider },
): Date {
  if (confirmation.getAttribute('Method') !== bearer)
    throw new SamlError('The subject must be confirmed as bearer.');
  if (data.getAttribute('Recipient') !== service.acsUrl)
    throw new SamlError('The assertion is addressed to another recipient.');
  if (data.getAttribute('InResponseTo') !== requestId)
    throw new SamlError('The assertion does not answer this request.');
  const end = Date.parse(data.getAttribute('NotOnOrAfter') ?? '') + skewMs;
  if (!(end > Date.now())) throw new SamlError('The assertion is too old.');
  return new Date(Math.min(end, Date.now() + 86_400_000));
}

function readAttributes(root: XmlDocument['documentElement']): Record<string, string[]> {
  const attributes: Record<string, string[]> = Object.create(null);
  for (const attribute of elements(root, 'Attribute', namespaces.assertion)) {
    const name = attribute.getAttribute('Name');
    if (!name) continue;
    const values = elements(attribute, 'AttributeValue', namespaces.assertion, 'children');
    attributes[name] = [
      ...(attributes[name] ?? []),
      ...values.map(({ textContent }) => textContent?.trim() ?? ''),
    ];
  }
  return attributes;
}
