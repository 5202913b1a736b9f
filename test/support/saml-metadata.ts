import { X509Certificate } from 'node:crypto';
import { selfSigned } from './certificate.ts';

/** Made once per process: a key takes its time. */
let certificate: string | undefined;

/** The metadata of an identity provider that is nowhere. */
export function samlMetadata(name: string): string {
  certificate ??= new X509Certificate(selfSigned('nowhere').cert).raw.toString('base64');
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:${name}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
        <X509Data><X509Certificate>${certificate}</X509Certificate></X509Data>
      </KeyInfo>
    </KeyDescriptor>
    <SingleLogoutService Binding="${binding}" Location="https://idp.example/${name}/logout"/>
    <SingleSignOnService Binding="${binding}" Location="https://idp.example/${name}/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`;
}
