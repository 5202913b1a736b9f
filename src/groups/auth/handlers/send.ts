import type { Handler } from '../../../operations/handler.ts';
import { requirePhone } from '../../../tools/messages/phone.ts';
import { checkCaptcha } from '../../../tools/sign-in/captcha.ts';

/** Operations that only need a solved captcha: those that send messages to any address. */
export const send =
  (operation: string): Handler<{ phone?: string; turnstile_token?: string }> =>
  async (call) => {
    await call.services.hold.requireOn(call.caller.tenant);
    requirePhone(call.args.phone, call.services.config);
    return call.run(operation, await checkCaptcha(call));
  };
