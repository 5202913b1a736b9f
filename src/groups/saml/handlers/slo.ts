import { redirect } from '../../../credentials/redirect.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import {
  checkLogoutRequest,
  logoutRequestUrl,
  logoutResponseUrl,
  type RedirectMessage,
  readLogoutRequest,
} from '../logout.ts';
import { type IdentityProvider, type ServiceProvider, serviceProvider } from '../provider.ts';
import { SamlError } from '../response.ts';
import { XmlError } from '../xml.ts';

/** The answer of api.saml_slo_begin; an unknown provider has no id. */
interface Begun extends IdentityProvider {
  slo_url: string | null;
  problem: string | null;
  site_url: string | null;
}

/** The answer of api.saml_slo_own. */
interface SignedOut {
  /** Null for users who signed in another way. */
  provider: (IdentityProvider & { slo_url: string; subject: string }) | null;
  site_url: string | null;
}

type Asked = Partial<RedirectMessage> & { SAMLResponse?: string };

/**
 * GET /v1/auth/saml/slo: an identity provider has signed a person out, and sends the browser round with a signed
 * LogoutRequest. Or a user signs out, and the browser goes round by the provider. The response from there
 * (SAMLResponse) is just passed on to the application.
 */
export async function samlSlo(call: HandlerCall<Asked>): Promise<undefined> {
  const { args, caller, services, res } = call;
  const service = serviceProvider(services.config.baseUrl, caller.tenant);
  if (args.SAMLRequest !== undefined) redirect(res, await answerProvider(call, service));
  else if (args.SAMLResponse === undefined && 'session' in caller.bearer)
    redirect(res, await askProvider(call, service));
  else redirect(res, siteOf(await begin(call, '')));
}

/** @returns where the browser goes: to the provider with a LogoutRequest, where there is one that takes it */
async function askProvider(
  { ask }: Pick<HandlerCall, 'ask'>,
  service: ServiceProvider,
): Promise<string> {
  const signedOut = await ask<SignedOut>('saml_slo_own', {});
  const { provider } = signedOut;
  return provider ? logoutRequestUrl(service, provider, provider.subject) : siteOf(signedOut);
}

/** @returns where the browser goes: back to the provider with a LogoutResponse */
async function answerProvider(call: HandlerCall<Asked>, service: ServiceProvider): Promise<string> {
  const message = call.args as RedirectMessage;
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
  await call.ask('saml_slo', { ...input, expires_at: expiresAt });
  const { slo_url } = provider;
  return slo_url
    ? logoutResponseUrl(service, { ...provider, slo_url }, request, message.RelayState ?? '')
    : siteOf(provider);
}

const begin = ({ ask }: Pick<HandlerCall, 'ask'>, issuer: string): Promise<Begun> =>
  ask('saml_slo_begin', { issuer });

function siteOf({ site_url }: Pick<Begun, 'site_url'>): string {
  if (site_url) return site_url;
  throw new ApiError(
    'INVALID_REDIRECT',
    'Set site_url in /v1/auth-config: there is nowhere to redirect to.',
  );
}

function refuse(error: unknown): never {
  const why = error instanceof SamlError || error instanceof XmlError ? error.message : undefined;
  throw new ApiError(
    'INVALID_CREDENTIALS',
    `The message of the identity provider is not valid. ${why ?? 'Its signature or time does not match.'}`,
  );
}
