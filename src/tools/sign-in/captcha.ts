import { Box } from '../../credentials/box.ts';
import { captchaSecret } from '../../credentials/places.ts';
import { ApiError } from '../../ground/errors.ts';
import type { Caller } from '../../operations/caller.ts';
import type { RequestContext } from '../../operations/context.ts';
import type { Ask } from '../../operations/handler.ts';
import type { Services } from '../../operations/services.ts';
import { OutboundError, UnsentError } from '../../outbound/safe-fetch.ts';

/** The answer of api.auth_captcha. */
interface Captcha {
  provider: string;
  /** As Box.seal wrote it, at this place. */
  secret: string;
  /** Of a service of one's own that speaks the same. */
  verify_url?: string;
}

/** The address that solved a captcha, and the settings to check it with. */
interface Solver {
  ask: Ask;
  services: Pick<Services, 'box' | 'outbound' | 'log'>;
  caller: Pick<Caller, 'tenant'>;
  ctx: Pick<RequestContext, 'ip' | 'requestId'>;
}

const verifiers: Record<string, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/**
 * Has the provider of the tenant's captcha, where there is one, look at `turnstile_token`.
 * @returns the arguments without it: it is another one each time, and nothing to the rest
 * @throws 403 CAPTCHA_FAILED, 502 UPSTREAM_ERROR when the provider is away
 */
export async function checkCaptcha<Args extends { turnstile_token?: string }>(
  call: Solver & { args: Args },
): Promise<Omit<Args, 'turnstile_token'>> {
  const { turnstile_token, ...args } = call.args;
  const captcha = await call.ask<Captcha | null>('auth_captcha', {});
  const url = captcha && (captcha.verify_url ?? verifiers[captcha.provider]);
  if (!url) return args;
  if (!turnstile_token || !(await isSolved(call, captcha, url, turnstile_token))) {
    throw new ApiError(
      'CAPTCHA_FAILED',
      'Solve the captcha of /v1/tenant-config and send its answer as turnstile_token.',
      { param: 'turnstile_token' },
    );
  }
  return args;
}

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation, https://docs.hcaptcha.com */
async function isSolved(
  { services, caller, ctx }: Solver,
  { secret }: Captcha,
  url: string,
  response: string,
): Promise<boolean> {
  const { box, outbound, log } = services;
  const open = Box.isSealed(secret) ? box.open(caller.tenant, captchaSecret, secret) : secret;
  try {
    const { status, body } = await outbound.of(caller.tenant, 'captcha').fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret: open, response, remoteip: ctx.ip }).toString(),
      timeoutMs: 5000,
    });
    if (status >= 500) throw new OutboundError(`It answered ${status}.`);
    return JSON.parse(body.toString()).success === true;
  } catch (error) {
    if (error instanceof UnsentError) throw error;
    log.warn({ err: error, request_id: ctx.requestId }, 'the captcha could not be checked');
    throw new ApiError(
      'UPSTREAM_ERROR',
      'The captcha could not be checked. Try again in a moment.',
    );
  }
}
