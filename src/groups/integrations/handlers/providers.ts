import { z } from 'zod';
import type { HandlerCall } from '../../../operations/handler.ts';
import { providers } from '../providers/providers.ts';

/** GET /v1/integrations/providers */
export async function listProviders(call: HandlerCall): Promise<string> {
  // Only for callers who may see integrations.
  await call.ask('integration_list', {});
  return JSON.stringify(
    Object.values(providers).map(({ name, description, config, secrets }) => ({
      name,
      description,
      config_schema: z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' }),
      secrets,
    })),
  );
}
