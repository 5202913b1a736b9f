import type { HandlerCall } from '../../../operations/handler.ts';
import { checkCaptcha } from '../../../tools/sign-in/captcha.ts';

/** A submission, and the known facts about its sender. */
export interface Sent {
  form_id: string;
  data: Record<string, unknown>;
  turnstile_token?: string | undefined;
  is_page?: true;
  utm: Record<string, string>;
  referrer: string | null;
  source: string | null;
  completion_ms?: number;
}

/** The answer of api.form_submit. */
export interface Received {
  needs_captcha?: true;
  submission_id: string;
  object_id: string | null;
  message: string;
  redirect_url: string | null;
}

/** A call that sends a form. */
type Sending = Pick<HandlerCall, 'ask' | 'req' | 'services' | 'caller' | 'ctx'>;

/**
 * Sends a form: one call. Where the form asks for a captcha, the first call says so and does nothing, and the second
 * one follows when it is solved.
 */
export async function submit(call: Sending, sent: Sent): Promise<Received> {
  const { turnstile_token, ...args } = sent;
  const given = { ...args, ...originOf(call) };
  const answer = await call.ask<Received>('form_submit', given);
  if (!answer.needs_captcha) return answer;
  await checkCaptcha({ ...call, args: turnstile_token ? { turnstile_token } : {} });
  return call.ask<Received>('form_submit', { ...given, is_human: true });
}

/** The origin of the page that sends, where it is not ours. */
export function originOf({ req, services }: Pick<HandlerCall, 'req' | 'services'>): {
  origin?: string;
} {
  const { origin, host } = req.headers;
  if (origin === undefined || origin === new URL(services.config.baseUrl).origin) return {};
  // Our page, called by another of our names.
  return URL.parse(origin)?.host === host ? {} : { origin };
}
