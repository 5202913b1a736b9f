import { redirect } from '../../auth/redirect.ts';
import {
  checkLogoutRequest,
  logoutResponseUrl,
  type RedirectMessage,
  readLogoutRequest,
} from '../../auth/saml/logout.ts';
import { type IdentityProvider, serviceProvider } from '../../auth/saml/provider.ts';
import { SamlError } from '../../auth/saml/response.ts';
import { XmlError } from '../../auth/saml/xml.ts';
import { openAnswer } from '../../http/envelope.ts';
import { ApiError } from '../../http/errors.ts';
import type { HandlerCall } from '../../http/handler.ts';

/** What api.saml_slo_begin answers; a provider that is not known has no id. */
interface Begun extends IdentityProvider {
  slo_url: string | null;
  problem: string | null;
  site_url: string | null;
}

/**
 * GET /v1/auth/saml/slo: an identity provider has signed a person out, and sends the browser round with a signed
 * LogoutRequest. What comes back from a provider after a logout (SAMLResponse) just goes on to the application.
 */
export async function samlSlo(call: HandlerCall): Promise<undefined> {
  const { args, caller, services, res } = call;
  const message = args as unknown as RedirectMessage;
  const service = serviceProvider(services.config.baseUrl, caller.tenant);
  if (message.SAMLRequest === undefined) {
    redirect(res, siteOf(await begin(call, '')));
    return;
  }
  const request = await readLogoutRequest(message).catch(refuse);
  const provider = await begin(call, request.issuer);
  if (!provider.id)
    throw ApiError.invalid('SAMLRequest', 'unknown_issuer', 'has an unknown Issuer');
  if (provider.problem) throw new ApiError('PROVIDER_DISABLED', provider.problem);
  const { subject, expiresAt } = await checkLogoutRequest(
    message,
    call.search,
    request,
    service,
    provider,
  ).catch(refuse);
  const input = { provider_id: provider.id, message_id: request.id, subject };
  openAnswer(await call.run('saml_slo', { ...input, expires_at: expiresAt }));
  const { slo_url } = provider;
  redirect(
    res,
    slo_url
      ? await logoutResponseUrl(
          service,
          { ...provider, slo_url },
          request,
          message.RelayState ?? '',
        )
      : siteOf(provider),
  );
}

async function begin({ run }: HandlerCall, issuer: string): Promise<Begun> {
  return JSON.parse(openAnswer(await run('saml_slo_begin', { issuer })).data);
}

function siteOf({ site_url }: Begun): string {
  if (site_url) return site_url;
  throw new ApiError(
    'INVALID_REDIRECT',
    'Set site_url in /v1/auth-config: there is nowhere to go.',
  );
}

function refuse(error: unknown): never {
  const why = error instanceof SamlError || error instanceof XmlError ? error.message : undefined;
  throw new ApiError(
    'INVALID_CREDENTIALS',
    `The message of the identity provider is not valid. ${why ?? 'Its signature or time does not fit.'}`,
  );
}
