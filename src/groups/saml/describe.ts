import type { ProviderMetadata } from './metadata.ts';
import { namespaces } from './xml.ts';

const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The metadata that a provider was made of, as far as it was read: another one can be made of it. */
export function describe({ entity_id, sso_url, slo_url, certificates }: ProviderMetadata): string {
  const keys = certificates.map(
    (one) =>
      `<KeyDescriptor use="signing"><KeyInfo xmlns="${namespaces.signature}"><X509Data><X509Certificate>${escaped(one)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
  );
  const service = (name: string, url: string) =>
    `<${name} Binding="${binding}" Location="${escaped(url)}"/>`;
  const services = [
    ...(slo_url === null ? [] : [service('SingleLogoutService', slo_url)]),
    service('SingleSignOnService', sso_url),
  ];
  const role = `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}${services.join('')}</IDPSSODescriptor>`;
  return `<EntityDescriptor xmlns="${namespaces.metadata}" entityID="${escaped(entity_id)}">${role}</EntityDescriptor>`;
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
