import { z } from 'zod';
import { remakeData } from '../../../http/answer.ts';
import { checkBody } from '../../../http/body-shape.ts';
import type { HandlerCall } from '../../../http/handler.ts';
import type { Config, Provider } from '../../../integrations/provider.ts';
import { providers } from '../../../integrations/providers.ts';
import { placeOf, seal } from '../../../integrations/secrets.ts';
import { newSecret } from '../../webhooks/index.ts';
import { planSchedule, type ScheduleGiven } from '../schedule.ts';
import type { Integration, integrationBody, integrationChanges } from '../shapes.ts';

type Stored = z.infer<typeof Integration>;
/** Where the secret of an address stands among those of an integration. */
export const secretPath = 'secret';

/** POST /v1/integrations: its addresses are looked up and its secrets sealed before the database stores them. */
export async function createIntegration(
  call: HandlerCall<z.infer<typeof integrationBody>>,
): Promise<string> {
  const { args } = call;
  // No name is looked up for callers who may not.
  await call.ask('integration_list', {});
  const provider = providers[args.provider];
  const { config_json, ...rest } = args;
  const made = await madeOf(call, provider, config_json ?? {}, undefined);
  const isHook = provider.name === 'webhook_inbound';
  if (isHook) made.secrets[secretPath] = sealed(call);
  const plan = args.schedule ? planSchedule(args.schedule) : undefined;
  const answer = await call.run('integration_create', { ...rest, made: { ...made, plan } });
  return isHook ? withSecret(call, answer) : answer;
}

/** POST /v1/integrations/:integration_id/rotate-secret */
export async function rotateSecret(
  call: HandlerCall<{ integration_id: string; grace_period_seconds?: number | undefined }>,
): Promise<string> {
  const made = { secret: sealed(call) };
  return withSecret(call, await call.run('integration_rotate_secret', { ...call.args, made }));
}

/** The tenant of the secrets, and the box that seals them. */
type Sealer = Pick<HandlerCall, 'caller' | 'services'>;

const sealed = ({ caller, services }: Sealer): string =>
  services.box.seal(caller.tenant, placeOf(secretPath), newSecret());

/** The answer with its secret opened and the address that it is for. */
const withSecret = ({ caller, services }: Sealer, answer: string): Promise<string> =>
  remakeData<{ id: string; secret: string }>(answer, (kept) => ({
    ...kept,
    secret: services.box.open(caller.tenant, placeOf(secretPath), kept.secret),
    url: `${services.config.baseUrl}/hooks/${kept.id}`,
  }));

/** PATCH /v1/integrations/:integration_id: changes it if it is still what was read. */
export async function updateIntegration(
  call: HandlerCall<z.infer<typeof integrationChanges> & { integration_id: string }>,
): Promise<string> {
  const { config_json, ...rest } = call.args;
  const { integration_id } = rest;
  const old = await call.ask<Stored>('integration_get', { integration_id });
  const provider = providers[old.provider as keyof typeof providers];
  const made = config_json
    ? await madeOf(call, provider, config_json, old.config_json)
    : { directions: provider.directions(provider.config.parse(old.config_json)) };
  // The secret of its address stays, whatever becomes of the config.
  if ('kept' in made && provider.name === 'webhook_inbound') made.kept.push(secretPath, 'previous');
  const next = rest.schedule === undefined ? old.schedule : rest.schedule;
  const isPlanned = (rest.schedule !== undefined || rest.status !== undefined) && next !== null;
  const plan = isPlanned ? planSchedule(next as ScheduleGiven) : undefined;
  return call.run('integration_update', {
    ...rest,
    made: { ...made, plan, basis: old.updated_at },
  });
}

/** Prepares the stored form of a config, and the facts that the database needs about it. */
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
