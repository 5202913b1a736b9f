import type { Context } from '../../../operations/operation.ts';
import { phoneIsOn } from '../../../tools/messages/phone.ts';

/** GET /v1/tenant-config: with what only this process knows, such as its address and whether it can send texts. */
export const withProcess = async ({
  services: { config, installation },
}: Context): Promise<object> => ({
  has_sms: phoneIsOn(config),
  realtime_url: `${config.baseUrl.replace(/^http/, 'ws')}/v1/realtime`,
  maintenance: (await installation.current()).maintenance,
});
