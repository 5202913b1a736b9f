import type { HandlerCall } from '../../http/handler.ts';

/** GET /v1/tenant-config: with what only this process knows, its address and whether it can send texts. */
export async function tenantConfig(call: HandlerCall): Promise<string> {
  const { baseUrl, smsWebhookUrl } = call.services.config;
  return call.run('tenant_config_get', {
    has_sms: smsWebhookUrl !== undefined,
    realtime_url: `${baseUrl.replace(/^http/, 'ws')}/v1/realtime`,
  });
}
