import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import type { HandlerCall } from '../../../operations/handler.ts';
import { serviceProvider } from '../provider.ts';

/** GET /v1/auth/saml/metadata: who we are, for the identity providers of a tenant. */
export async function samlMetadata(call: HandlerCall<{ download?: unknown }>): Promise<undefined> {
  const { args, caller, ctx, res, route, ask, services } = call;
  await ask('saml_metadata', args);
  const service = serviceProvider(services.config.baseUrl, caller.tenant);
  const xml = generateServiceProviderMetadata({
    issuer: service.entityId,
    callbackUrl: service.acsUrl,
    logoutCallbackUrl: service.sloUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The same each time it is asked for.
    generateUniqueId: () => `_${caller.tenant}`,
  })
    // The library writes the binding that it takes itself; ours is the one of a link.
    .replace(/(<SingleLogoutService Binding="[^"]*:)HTTP-POST"/, '$1HTTP-Redirect"');
  res.writeHead(200, {
    ...ctx.headers,
    'Content-Type': `${route.produces?.[0]}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(xml),
    'Cache-Control': 'public, max-age=300',
    ...(args.download ? { 'Content-Disposition': 'attachment; filename="insula-saml.xml"' } : {}),
  });
  res.end(xml);
}
