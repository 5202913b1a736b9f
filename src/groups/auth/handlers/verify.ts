import { redirect } from '../../../credentials/redirect.ts';
import { fromRefusal } from '../../../db/errors.ts';
import type { ApiError } from '../../../ground/errors.ts';
import type { HandlerCall } from '../../../operations/handler.ts';
import { prefersPage } from '../../../tools/answers/page.ts';
import { refusePrefetch } from '../../../tools/answers/prefetch.ts';
import { verifyPage } from '../../../tools/messages/verify-link.ts';

/** The answer of api.auth_verify_link and api.auth_verify_confirm. */
export interface Followed {
  redirect_to: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a session, a code, a message or a refusal
  answer: any;
}

export interface Link {
  token: string;
  type: string;
  redirect_to?: string;
}

/**
 * GET /v1/auth/verify, for programs: sends on with what the link proved, or answers an AuthSession where the tenant has
 * nowhere to send it. Browsers are led to the page that asks, and so is whatever would undo a change of address.
 */
export async function verify(call: HandlerCall<Link>): Promise<string | undefined> {
  const { req, res, ctx, args, services } = call;
  if (req.method === 'HEAD') {
    // A program that opens the links of a mail before its reader does uses none of them up.
    res.writeHead(200, { 'Cache-Control': 'no-store' }).end();
    return undefined;
  }
  if (refusePrefetch(req, res, ctx)) return undefined;
  if (prefersPage(req) || args.type.endsWith('_undo')) {
    redirect(res, verifyPage(services.config.baseUrl, args), {}, 303);
    return undefined;
  }
  const { redirect_to, answer } = await call.ask<Followed>('auth_verify_link', args);
  const refusal = refusalOf(answer);
  if (redirect_to) {
    await sendOn(call, redirect_to, answer, 302);
    return undefined;
  }
  if (refusal) throw refusal;
  return JSON.stringify(answer);
}

/** Why a link did not act; undefined when it did. */
export const refusalOf = (answer: Followed['answer']): ApiError | undefined =>
  answer.$refuse && fromRefusal(answer.$refuse);

/** Sends a browser on with what a link has proved, or with why it did not. */
export async function sendOn(
  { res, args, services }: Pick<HandlerCall<Link>, 'res' | 'args' | 'services'>,
  target: string,
  answer: Followed['answer'],
  status: 302 | 303,
): Promise<void> {
  const refusal = refusalOf(answer);
  if (refusal) return redirect(res, target, asOAuth(refusal), status);
  const { code, message } = answer;
  if (code) return redirect(res, target, { query: { code } }, status);
  if (message) return redirect(res, target, { query: { message } }, status);
  const { user: _, ...tokens } = JSON.parse(
    await services.sessionTokens.fill(JSON.stringify(answer)),
  );
  const fragment = Object.entries({ ...tokens, type: args.type }).map(([name, value]) => [
    name,
    String(value),
  ]);
  redirect(res, target, { fragment: Object.fromEntries(fragment) }, status);
}

/** As OAuth names errors (RFC 6749, 4.1.2.1). A second factor is passed on where no server reads it. */
function asOAuth({ code, message, extras }: ApiError) {
  const { mfa_token } = (extras.details ?? {}) as { mfa_token?: string };
  return {
    query: { error: 'access_denied', error_code: code, error_description: message },
    ...(mfa_token ? { fragment: { mfa_token } } : {}),
  };
}
