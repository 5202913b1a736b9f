import { redirect } from '../../../credentials/redirect.ts';
import { toApiError } from '../../../db/errors.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { type AttributeMapping, mapUser } from '../attributes.ts';
import { type IdentityProvider, serviceProvider } from '../provider.ts';
import { checkResponse, SamlError } from '../response.ts';
import { XmlError } from '../xml.ts';

/** The answer of api.saml_acs_begin. */
interface Begun {
  begun: { request_id: string; redirect_to: string; code_challenge?: string };
  /** The reason why this provider cannot be used now. */
  problem: string | null;
  /** Of the settings that the response is held against. */
  fingerprint: string;
  provider: IdentityProvider & { attribute_mapping: AttributeMapping };
}

/**
 * POST /v1/auth/saml/acs: the browser comes back with the provider's response. Where RelayState was issued here, it is
 * sent on to the application in any case, with a one-time code or with an error.
 */
export async function samlAcs(
  call: HandlerCall<{ RelayState: string; SAMLResponse: string }>,
): Promise<undefined> {
  const { RelayState, SAMLResponse } = call.args;
  const begun = await call.ask<Begun>('saml_acs_begin', { RelayState });
  const query = await signInWith(call, SAMLResponse, begun).catch((error: unknown) => {
    const known = toApiError(error);
    if (known.status >= 500) throw known;
    return {
      error: 'access_denied',
      error_code: known.code,
      error_description: known.message,
    };
  });
  redirect(call.res, begun.begun.redirect_to, { query });
}

/** @throws ApiError: what the application is told */
async function signInWith(
  { ask, caller, services }: Pick<HandlerCall, 'ask' | 'caller' | 'services'>,
  encoded: string,
  { begun, problem, fingerprint, provider }: Begun,
): Promise<{ code: string }> {
  if (problem) throw new ApiError('PROVIDER_DISABLED', problem);
  const service = serviceProvider(services.config.baseUrl, caller.tenant);
  const checked = async () => {
    const assertion = await checkResponse(encoded, begun.request_id, service, provider);
    return { assertion, user: mapUser(assertion, provider.attribute_mapping) };
  };
  const { assertion, user } = await checked().catch((error: unknown) => {
    services.log.info({ err: error, provider: provider.id }, 'a SAML response was refused');
    throw refused(error);
  });
  return ask<{ code: string }>('saml_acs', {
    ...user,
    provider_id: provider.id,
    subject: assertion.subject,
    assertion_id: assertion.id,
    expires_at: assertion.expiresAt,
    attributes: assertion.attributes,
    code_challenge: begun.code_challenge,
    redirect_to: begun.redirect_to,
    fingerprint,
  });
}

/**
 * Whatever goes wrong with a response is its fault. The library's message may quote the response, so it is not passed
 * on.
 */
const refused = (error: unknown): ApiError =>
  new ApiError(
    'INVALID_CREDENTIALS',
    error instanceof SamlError || error instanceof XmlError
      ? `The response of the identity provider is not valid. ${error.message}`
      : 'The response of the identity provider is not valid. Its signature, audience or time does not match.',
  );
