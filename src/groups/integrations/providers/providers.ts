import { csvUrl } from './csv-url.ts';
import { httpJson } from './http-json.ts';
import { mock } from './mock.ts';
import { postgres } from './postgres.ts';
import type { Provider } from './provider.ts';
import { webhookInbound } from './webhook-inbound.ts';

export const providerNames = [
  'http_json',
  'csv_url',
  'webhook_inbound',
  'postgres',
  'mock',
] as const;
export type ProviderName = (typeof providerNames)[number];

/** Each kind of other system that there is; each takes what its own `config` has checked. */
export const providers = {
  http_json: httpJson,
  csv_url: csvUrl,
  webhook_inbound: webhookInbound,
  postgres,
  mock,
} as unknown as Record<ProviderName, Provider>;
