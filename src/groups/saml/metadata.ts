import { X509Certificate } from 'node:crypto';
import { elements, namespaces, readXml, type XmlElement, XmlError } from './xml.ts';

/** The parts of an identity provider's metadata that we need. */
export interface ProviderMetadata {
  entity_id: string;
  /** Where the browser is sent with a request (HTTP-Redirect). */
  sso_url: string;
  slo_url: string | null;
  /** That sign: base64 of DER. */
  certificates: string[];
}

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const minRsaBits = 2048;
const maxCertificates = 10;

/**
 * Reads the metadata of one identity provider (SAML 2.0 metadata).
 * @throws XmlError that says what is missing
 */
export async function readProviderMetadata(text: string): Promise<ProviderMetadata> {
  const document = await readXml(text, true);
  const roles = elements(document, 'IDPSSODescriptor', namespaces.metadata);
  const [role] = roles;
  if (!role || roles.length !== 1)
    throw new XmlError('It must describe one identity provider: one IDPSSODescriptor.');
  const entity = role.parentNode as XmlElement;
  const entityId = entity.getAttribute('entityID')?.trim();
  if (!entityId || entityId.length > 1024) throw new XmlError('It has no entityID.');
  const sso = locationOf(role, 'SingleSignOnService');
  if (!sso) throw new XmlError('It has no SingleSignOnService with the binding HTTP-Redirect.');
  return {
    entity_id: entityId,
    sso_url: sso,
    slo_url: locationOf(role, 'SingleLogoutService'),
    certificates: certificatesOf(role),
  };
}

function locationOf(role: XmlElement, service: string): string | null {
  const found = elements(role, service, namespaces.metadata, 'children').find(
    (one) => one.getAttribute('Binding') === redirectBinding,
  );
  if (!found) return null;
  const location = found.getAttribute('Location') ?? '';
  if (location.length > 2000 || !/^https?:\/\//i.test(location) || !URL.canParse(location))
    throw new XmlError(`${service} has no https Location.`);
  return new URL(location).href;
}

function certificatesOf(role: XmlElement): string[] {
  const keys = elements(role, 'KeyDescriptor', namespaces.metadata, 'children').filter(
    (key) => key.getAttribute('use') !== 'encryption',
  );
  const texts = keys.flatMap((key) =>
    elements(key, 'X509Certificate', namespaces.signature).map((one) => one.textContent ?? ''),
  );
  const certificates = [...new Set(texts.map(readCertificate))];
  if (certificates.length === 0) throw new XmlError('It has no signing certificate.');
  if (certificates.length > maxCertificates)
    throw new XmlError(`It has more than ${maxCertificates} certificates.`);
  return certificates;
}

function readCertificate(text: string): string {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(text.replaceAll(/\s/g, ''), 'base64'));
  } catch {
    throw new XmlError('One of its certificates cannot be read.');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < minRsaBits)
    throw new XmlError(`One of its certificates is not RSA with ${minRsaBits} bits or more.`);
  return certificate.raw.toString('base64');
}
