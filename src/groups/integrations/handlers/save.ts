import { z } from 'zod';
import { integrationPlace } from '../../../credentials/places.ts';
import { checkBody } from '../../../operations/body-shape.ts';
import type { Context } from '../../../operations/operation.ts';
import { newSecret } from '../../webhooks/index.ts';
import type { Config, Provider } from '../providers/provider.ts';
import { providers } from '../providers/providers.ts';
import { seal } from '../providers/secrets.ts';
import { planSchedule, type ScheduleGiven } from '../schedule.ts';
import type { Integration, integrationBody, integrationChanges } from '../shapes.ts';

type Stored = z.infer<typeof Integration>;
/** Where the secret of an address stands among those of an integration. */
export const secretPath = 'secret';

/** POST /v1/integrations: its addresses are looked up and its secrets sealed before the database stores them. */
export async function prepareIntegration(
  context: Context,
  args: z.infer<typeof integrationBody>,
): Promise<object> {
  // No name is looked up for callers who may not.
  await context.ask('integration_list', {});
  const provider = providers[args.provider];
  const { config_json, ...rest } = args;
  const made = await madeOf(context, provider, config_json ?? {}, undefined);
  if (isHook(provider)) made.secrets[secretPath] = sealed(context);
  const plan = args.schedule ? planSchedule(args.schedule) : undefined;
  return { ...rest, made: { ...made, plan } };
}

/** An integration that has just been made: with its secret, if it has an address. */
export const showIntegration = (
  context: Context,
  kept: Kept,
  { provider }: z.infer<typeof integrationBody>,
): object => (isHook(providers[provider]) ? showSecret(context, kept) : kept);

const isHook = ({ name }: Provider): boolean => name === 'webhook_inbound';

/** POST /v1/integrations/:integration_id/rotate-secret */
export const prepareRotation = (
  context: Context,
  args: { integration_id: string; grace_period_seconds?: number | undefined },
): object => ({ ...args, made: { secret: sealed(context) } });

/** The owner of the secrets, and the services that seal them. */
type Sealer = Pick<Context, 'caller' | 'services'>;

const sealed = ({ caller, services }: Sealer): string =>
  services.box.seal(caller.tenant, integrationPlace(secretPath), newSecret());

interface Kept {
  id: string;
  secret: string;
}

/** An integration with its secret opened and the address that it is for. */
export const showSecret = ({ caller, services }: Sealer, kept: Kept): object => ({
  ...kept,
  secret: services.box.open(caller.tenant, integrationPlace(secretPath), kept.secret),
  url: `${services.config.baseUrl}/hooks/${kept.id}`,
});

/** PATCH /v1/integrations/:integration_id: changes it if it is still what was read. */
export async function prepareChange(
  context: Context,
  args: z.infer<typeof integrationChanges> & { integration_id: string },
): Promise<object> {
  const { config_json, ...rest } = args;
  const { integration_id } = rest;
  const old = await context.ask<Stored>('integration_get', { integration_id });
  const provider = providers[old.provider as keyof typeof providers];
  const made = config_json
    ? await madeOf(context, provider, config_json, old.config_json)
    : { directions: provider.directions(provider.config.parse(old.config_json)) };
  // The secret of its address stays, whatever becomes of the config.
  if ('kept' in made && isHook(provider)) made.kept.push(secretPath, 'previous');
  const next = rest.schedule === undefined ? old.schedule : rest.schedule;
  const isPlanned = (rest.schedule !== undefined || rest.status !== undefined) && next !== null;
  const plan = isPlanned ? planSchedule(next as ScheduleGiven) : undefined;
  return { ...rest, made: { ...made, plan, basis: old.updated_at } };
}

/** Checks and seals a config. @returns what the database stores of it, and the directions in which it syncs */
async function madeOf(
  { caller, services }: Sealer,
  provider: Provider,
  given: Config,
  before: Config | undefined,
) {
  const shape = z.object({ config_json: provider.config });
  const checked = (checkBody(shape, { config_json: given }) as { config_json: Config }).config_json;
  const sealed = seal(provider, checked, before, { box: services.box, tenant: caller.tenant });
  await provider.check(checked, services.outbound);
  return { ...sealed, directions: provider.directions(checked) };
}
