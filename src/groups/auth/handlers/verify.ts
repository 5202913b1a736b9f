import { redirect } from '../../../credentials/redirect.ts';
import { fromRefusal } from '../../../db/errors.ts';
import type { ApiError } from '../../../errors.ts';
import type { HandlerCall } from '../../../http/handler.ts';

/** What api.auth_verify_link answers. */
interface Followed {
  redirect_to: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a session, a code, a message or a refusal
  answer: any;
}

/**
 * GET /v1/auth/verify, the link in a message: sends the browser on with what it proved, or answers an AuthSession
 * where the tenant has nowhere to send it.
 */
export async function verify(call: HandlerCall<{ type: string }>): Promise<string | undefined> {
  const { res, args, services } = call;
  if (call.req.method === 'HEAD') {
    // Whoever looks at the links of a mail before its reader does uses none of them up.
    res.writeHead(200, { 'Cache-Control': 'no-store' }).end();
    return undefined;
  }
  const { redirect_to, answer } = await call.ask<Followed>('auth_verify_link', args);
  const refusal = answer.$refuse && fromRefusal(JSON.stringify(answer));
  if (!redirect_to) {
    if (refusal) throw refusal;
    return JSON.stringify(answer);
  }
  if (refusal) sendRefused(call, redirect_to, refusal);
  else if (answer.code) redirect(res, redirect_to, { query: { code: answer.code } });
  else if (answer.message) redirect(res, redirect_to, { query: { message: answer.message } });
  else {
    const { user: _, ...tokens } = JSON.parse(
      await services.sessionTokens.fill(JSON.stringify(answer)),
    );
    const { type } = args;
    const fragment = Object.fromEntries(
      Object.entries({ ...tokens, type }).map(([name, value]) => [name, String(value)]),
    );
    redirect(res, redirect_to, { fragment });
  }
  return undefined;
}

/** As OAuth names errors (RFC 6749, 4.1.2.1). A second factor goes on where no server reads it. */
function sendRefused(
  { res }: Pick<HandlerCall, 'res'>,
  target: string,
  { code, message, extras }: ApiError,
) {
  const { mfa_token } = (extras.details ?? {}) as { mfa_token?: string };
  redirect(res, target, {
    query: { error: 'access_denied', error_code: code, error_description: message },
    ...(mfa_token ? { fragment: { mfa_token } } : {}),
  });
}
