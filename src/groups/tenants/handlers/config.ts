import type { HandlerCall } from '../../../http/handler.ts';
import { phoneIsOn } from '../../../messages/phone.ts';

/** GET /v1/tenant-config: with what only this process knows, its address and whether it can send texts. */
export async function tenantConfig(call: HandlerCall): Promise<string> {
  const { config } = call.services;
  return call.run('tenant_config_get', {
    has_sms: phoneIsOn(config),
    realtime_url: `${config.baseUrl.replace(/^http/, 'ws')}/v1/realtime`,
  });
}
