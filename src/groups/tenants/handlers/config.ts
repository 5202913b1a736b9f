import type { Context } from '../../../operations/operation.ts';
import { phoneIsOn } from '../../../tools/messages/phone.ts';

/** GET /v1/tenant-config: with what only this process knows, its address and whether it can send texts. */
export const withProcess = ({ services: { config } }: Context): object => ({
  has_sms: phoneIsOn(config),
  realtime_url: `${config.baseUrl.replace(/^http/, 'ws')}/v1/realtime`,
});
