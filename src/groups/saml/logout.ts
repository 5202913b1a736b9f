import { inflateRawSync } from 'node:zlib';
import type { Profile } from '@node-saml/node-saml';
import { type IdentityProvider, type ServiceProvider, samlOf, skewMs } from './provider.ts';
import { SamlError } from './response.ts';
import { elements, maxXmlBytes, namespaces, readXml, type XmlElement, xmlText } from './xml.ts';

/** A message of the binding HTTP-Redirect, as the query carries it. */
export interface RedirectMessage {
  SAMLRequest: string;
  RelayState?: string;
  SigAlg?: string;
  Signature?: string;
}

/** A request to sign a person out, not yet checked. */
export interface LogoutRequest {
  id: string;
  issuer: string;
  root: XmlElement;
}

const sigAlgs = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
/** How old a request may be. */
const maxAgeMs = 10 * 60_000;

/** Unpacks and reads a request, without believing it. @throws SamlError, XmlError */
export async function readLogoutRequest({ SAMLRequest }: RedirectMessage): Promise<LogoutRequest> {
  const { documentElement: root } = await readXml(inflate(SAMLRequest));
  if (root.localName !== 'LogoutRequest' || root.namespaceURI !== namespaces.protocol)
    throw new SamlError('It is not a SAML 2.0 LogoutRequest.');
  const [issuer] = elements(root, 'Issuer', namespaces.assertion, 'children');
  const id = root.getAttribute('ID');
  if (!id || !issuer?.textContent) throw new SamlError('It has no ID or Issuer.');
  return { id, issuer: issuer.textContent.trim(), root };
}

/** A packed bomb ends at the limit. */
function inflate(text: string): string {
  try {
    return xmlText(inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: maxXmlBytes }));
  } catch {
    throw new SamlError('SAMLRequest is not a packed message of up to 256 kB.');
  }
}

/**
 * Checks a request against the signature in the query, which covers the query as it was sent.
 * @param search the query, raw
 * @returns the named user, and until when it may be presented
 * @throws SamlError, or what the library throws
 */
export async function checkLogoutRequest(
  message: RedirectMessage,
  search: string,
  { root }: LogoutRequest,
  service: ServiceProvider,
  provider: IdentityProvider,
): Promise<{ subject: string; expiresAt: Date }> {
  if (!message.Signature || !sigAlgs.has(message.SigAlg ?? ''))
    throw new SamlError('It must be signed with RSA and SHA-256 or SHA-512.');
  const destination = root.getAttribute('Destination');
  if (destination && destination !== service.sloUrl)
    throw new SamlError('It is addressed to another destination.');
  const age = Date.now() - Date.parse(root.getAttribute('IssueInstant') ?? '');
  if (!(age > -skewMs && age < maxAgeMs)) throw new SamlError('It is too old.');
  const { profile } = await samlOf(service, provider).validateRedirectAsync(
    { ...message },
    signedPart(search),
  );
  const subject = profile?.nameID?.trim();
  if (!subject) throw new SamlError('It names no user.');
  return { subject, expiresAt: new Date(Date.now() + maxAgeMs + skewMs) };
}

/** Only the parameters that are signed, each by its whole name: the library looks for parts of names. */
function signedPart(search: string): string {
  const names = ['SAMLRequest', 'RelayState', 'SigAlg'];
  return search
    .split('&')
    .filter((part) => names.includes(part.slice(0, part.indexOf('='))))
    .join('&');
}

/** The library wants both. */
const target = ({ slo_url }: { slo_url: string }) => ({ entryPoint: slo_url, logoutUrl: slo_url });

/** Fills up a profile for the library, which wants a whole one and reads only a few members. */
const profileOf = (known: { ID?: string; nameID?: string }): Profile => ({
  issuer: '',
  nameID: '',
  nameIDFormat: '',
  ...known,
});

/** Where the browser goes with our answer to a request. */
export const logoutResponseUrl = (
  service: ServiceProvider,
  provider: IdentityProvider & { slo_url: string },
  request: LogoutRequest,
  relayState: string,
): Promise<string> =>
  samlOf(service, provider, target(provider)).getLogoutResponseUrlAsync(
    profileOf({ ID: request.id }),
    relayState,
    {},
    true,
  );

/** Where the browser goes to have a person signed out at the provider. */
export const logoutRequestUrl = (
  service: ServiceProvider,
  provider: IdentityProvider & { slo_url: string },
  subject: string,
): Promise<string> =>
  samlOf(service, provider, target(provider)).getLogoutUrlAsync(
    profileOf({ nameID: subject }),
    '',
    {},
  );
