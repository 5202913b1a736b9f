import { randomBytes } from 'node:crypto';
import { redirect } from '../../../credentials/redirect.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { samlOf, serviceProvider } from '../provider.ts';

/** The answer of api.saml_login. */
interface Begun {
  sso_url: string;
  relay_state: string;
  entity_id: string;
  certificates: string[];
}

/** POST /v1/auth/saml/login: to the identity provider with an AuthnRequest (binding HTTP-Redirect). */
export async function samlLogin(
  call: HandlerCall<{ skip_http_redirect?: boolean }>,
): Promise<string | undefined> {
  const { args, caller, services, ask, res } = call;
  const request_id = `_${randomBytes(20).toString('hex')}`;
  const begun = await ask<Begun>('saml_login', { ...args, request_id });
  const saml = samlOf(serviceProvider(services.config.baseUrl, caller.tenant), begun, {
    entryPoint: begun.sso_url,
    generateUniqueId: () => request_id,
  });
  const url = await saml.getAuthorizeUrlAsync(begun.relay_state, undefined, {});
  if (args.skip_http_redirect === true) return JSON.stringify({ url });
  redirect(res, url, {}, 303);
  return undefined;
}
