import { checkCaptcha } from '../../../credentials/captcha.ts';
import type { Handler } from '../../../http/handler.ts';
import { requirePhone } from '../../../messages/phone.ts';

/** Operations that only want the captcha solved first: those that send messages to whom anybody names. */
export const send =
  (operation: string): Handler =>
  async (call) => {
    requirePhone(call);
    return call.run(operation, await checkCaptcha(call));
  };
