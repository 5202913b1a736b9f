import { SAML, type SamlConfig } from '@node-saml/node-saml';

/** An identity provider, as functions of the database return it. */
export interface IdentityProvider {
  id: string;
  entity_id: string;
  /** base64 of DER */
  certificates: string[];
}

/** How clocks may differ. */
export const skewMs = 30_000;

/** This service provider, as the identity providers of a tenant know it. */
export interface ServiceProvider {
  entityId: string;
  acsUrl: string;
  sloUrl: string;
}

export const serviceProvider = (baseUrl: string, tenant: string): ServiceProvider => ({
  entityId: `${baseUrl}/v1/auth/saml/metadata?tenant_id=${tenant}`,
  acsUrl: `${baseUrl}/v1/auth/saml/acs`,
  sloUrl: `${baseUrl}/v1/auth/saml/slo?tenant_id=${tenant}`,
});

/** The library, set to what we ask of every provider: signed assertions for us, in answer to our request. */
export const samlOf = (
  service: ServiceProvider,
  { entity_id, certificates }: Pick<IdentityProvider, 'entity_id' | 'certificates'>,
  more: Partial<SamlConfig> = {},
): SAML =>
  new SAML({
    issuer: service.entityId,
    audience: service.entityId,
    callbackUrl: service.acsUrl,
    idpIssuer: entity_id,
    idpCert: certificates,
    wantAssertionsSigned: true,
    // Many providers sign only the assertion, and nothing else of a response is read.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...more,
  });
