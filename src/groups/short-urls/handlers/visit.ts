import { redirect } from '../../../credentials/redirect.ts';
import { encryptionKeysOf } from '../../../ground/config/keys.ts';
import { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { prefersJson, prefersPage, sendPage } from '../../../tools/answers/page.ts';
import { refusePrefetch } from '../../../tools/answers/prefetch.ts';
import { withUtm } from '../target.ts';
import { visitOf } from '../visitor.ts';

/** The answer of api.short_url_open. */
interface Opened {
  needs_password?: true;
  location?: string | null;
  utm?: Record<string, string>;
  file?: { id: string; is_public: boolean; generation: number; expires: number } | null;
}

/** GET /s/:slug: one call that returns its target and counts the click. HEAD is answered alike, and not counted; a prefetch is asked to come again. */
export async function openShortUrl(call: HandlerCall<{ slug: string }>): Promise<undefined> {
  if (refusePrefetch(call.req, call.res, call.ctx)) return;
  const opened = await open(call);
  if (!opened.needs_password) return leadOn(call, opened);
  if (prefersJson(call.req))
    throw new ApiError('INVALID_CREDENTIALS', 'This link asks for a password: POST it here.');
  passwordPage(call, 200);
}

/** POST /s/:slug: the password is compared between two calls, the attempt counted in the first. */
export async function unlockShortUrl(
  call: HandlerCall<{ slug: string; password: string }>,
): Promise<undefined> {
  const { services, caller } = call;
  const { slug, password } = call.args;
  const place = { slug, domain: caller.host };
  const { password_hash } = await call.ask<{ password_hash: string | null }>(
    'short_url_unlock',
    place,
  );
  const isRight =
    password_hash === null ||
    (await services.passwords.verify(password_hash, password, caller.tenant));
  const opened: Opened = isRight ? await open(call, password_hash) : { needs_password: true };
  if (!opened.needs_password) return leadOn(call, opened);
  if (!prefersPage(call.req))
    throw new ApiError('INVALID_CREDENTIALS', 'This is not the password of this link.');
  passwordPage(call, 401, 'This is not the password of this link. Try again.');
}

/** @param compared_hash what a password was found to be right for */
function open(
  { req, ctx, caller, services, args, ask }: HandlerCall<{ slug: string }>,
  compared_hash: string | null = null,
): Promise<Opened> {
  const { ip, userAgent } = ctx;
  const peer = req.socket.remoteAddress ?? '';
  const keys = encryptionKeysOf(services.config);
  return ask<Opened>('short_url_open', {
    slug: args.slug,
    domain: caller.host,
    ...visitOf({ headers: req.headers, peer, ip, userAgent }, caller.tenant, keys),
    ...(compared_hash === null ? {} : { compared_hash }),
    ...(req.method === 'HEAD' ? { is_head: true } : {}),
  });
}

/** Sends the browser on. No page learns of the short URL from it: Referrer-Policy is no-referrer everywhere. */
function leadOn(
  { req, res, ctx, services, caller }: HandlerCall<{ slug: string }>,
  opened: Opened,
): undefined {
  const { location, utm = {}, file } = opened;
  for (const [name, value] of Object.entries(ctx.headers ?? {})) res.setHeader(name, value);
  const status = req.method === 'POST' ? 303 : 302;
  if (location) redirect(res, withUtm(location, utm), {}, status);
  if (!file) return;
  const path = `/v1/files/${file.id}/content`;
  const grant = {
    method: 'GET' as const,
    tenant: caller.tenant,
    file: file.id,
    generation: file.generation,
    what: '',
    isDownload: false,
    expires: file.expires,
  };
  const url = file.is_public
    ? `${path}?tenant_id=${caller.tenant}`
    : services.fileSigner.url(path, grant);
  redirect(res, services.config.baseUrl + url, {}, status);
}

/** Asks for the password, without revealing the target of the link. */
function passwordPage(
  { res, ctx }: HandlerCall<{ slug: string }>,
  status: number,
  fault?: string,
): void {
  const message = fault ? `<p class="state bad" role="alert">${fault}</p>` : '';
  // Browsers also apply form-action to the redirect after a form, and its target is not known here.
  sendPage(res, ctx, {
    status,
    title: 'Password',
    formAction: "'self' http: https:",
    body: `<h1>This link asks for a password</h1>
  ${message}
  <form method="post">
    <label for="password">Password</label>
    <input id="password" name="password" type="password" maxlength="128" autocomplete="off" required autofocus>
    <button class="button">Open</button>
  </form>`,
  });
}
