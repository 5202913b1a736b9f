import { Box, useOf } from './box.ts';
import { lostMask, lostSecret } from './lost-secret.ts';
import {
  captchaSecret,
  dkimPlace,
  envPlace,
  integrationPlace,
  integrationSecrets,
  keyPlace,
  keyUse,
  useIn,
} from './places.ts';
import { type HeaderedCall, headerPlace, useOfCall } from './secret-headers.ts';
import { callColumns, inCalls } from './stored-calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of many tables
export type Row = Record<string, any>;

/** A sealed text of a row: where it stands, and what it is for. */
export interface Seal {
  place: string;
  sealed: string;
  use?: string;
}

/** Makes another text of each sealed one. */
type By = (seal: Seal) => string;

/** A column that holds sealed texts. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Their kind, in words for people. */
  kind: string;
  /** The key of a row, within its tenant where the table belongs to tenants. */
  key: readonly string[];
  /** Columns that are read with it. */
  beside: readonly string[];
  isText: boolean;
  /** The value of the column with every sealed text changed. */
  change(row: Row, by: By): unknown;
  /** Other columns, by which the record shows that its secret is lost. */
  whenLost?(row: Row): Row;
  /** Where config_json shows a mask for a secret of this name. */
  maskOf?(name: string): string[];
  /** Its ETag changes with it. */
  isVersioned: boolean;
  /** The action that their users must take when it is lost. */
  remedy: string;
}

const text = (
  given: Omit<SealedColumn, 'change' | 'isText' | 'key' | 'beside' | 'isVersioned'> &
    Partial<Pick<SealedColumn, 'key' | 'beside' | 'isVersioned'>> & {
      seal(row: Row): Omit<Seal, 'sealed'>;
    },
): SealedColumn => ({
  key: ['id'],
  beside: [],
  isVersioned: false,
  ...given,
  isText: true,
  change: (row, by) => by({ ...given.seal(row), sealed: row[given.column] }),
});

const json = (
  given: Omit<SealedColumn, 'isText' | 'key' | 'beside' | 'isVersioned'> &
    Partial<Pick<SealedColumn, 'key' | 'beside' | 'isVersioned'>>,
): SealedColumn => ({ key: ['id'], beside: [], isVersioned: true, ...given, isText: false });

/** Changes the members of an object. */
const members = (value: Row, change: (name: string, one: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(name, one)]));

const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && Box.isSealed(value);

/** The headers of a call with the sealed ones changed. */
function changeHeaders(call: HeaderedCall, by: By): HeaderedCall {
  const use = useOfCall(call);
  const headers = members(call.headers ?? {}, (name, value) =>
    isSealed(value) ? by({ place: headerPlace(name), sealed: value, use }) : value,
  );
  return { ...call, headers };
}

/** The records that headers belong to, if the table does not decide it. */
const callers: Record<string, string> = {
  webhooks: 'webhooks',
  scheduled_jobs: 'scheduled jobs',
  automations: 'automations',
  automation_runs: 'runs of automations',
  workflows: 'workflows',
  workflow_versions: 'versions of workflows',
  workflow_states: 'versions of workflows',
  workflow_runs: 'runs of workflows',
};

/** Of an integration that others send to. */
const ownSecret = integrationPlace('secret');
const secretOfWebhook = { place: 'webhooks.secret' };

/**
 * Every column that the Box seals: the one list that opening, sealing again and giving up go by. A test looks for sealed
 * texts in all others.
 */
export const sealedColumns: SealedColumn[] = [
  text({
    table: 'signing_keys',
    column: 'private_key',
    kind: 'signing keys of access tokens',
    key: ['kid'],
    seal: () => ({ place: 'signing_keys.private_key' }),
    remedy: 'one is made again now; all users sign in again',
  }),
  text({
    table: 'webhooks',
    column: 'secret',
    kind: 'secrets of webhooks',
    isVersioned: true,
    seal: () => secretOfWebhook,
    whenLost: () => ({ secret_preview: lostMask }),
    remedy:
      'POST /v1/webhooks/:webhook_id/rotate-secret: until then deliveries fail, and are tried again',
  }),
  json({
    table: 'webhooks',
    column: 'previous_secrets',
    kind: 'former secrets of webhooks',
    change: ({ previous_secrets }, by) =>
      previous_secrets.map((one: Row) => ({
        ...one,
        secret: by({ ...secretOfWebhook, sealed: one.secret }),
      })),
    remedy: 'nothing: they no longer sign',
  }),
  json({
    table: 'functions',
    column: 'env',
    kind: 'values of env of functions',
    change: ({ env }, by) =>
      members(env, (_, sealed) => by({ place: envPlace, sealed: sealed as string })),
    remedy: 'send them again in env: until then runs fail',
  }),
  text({
    table: 'ai_providers',
    column: 'api_key',
    kind: 'keys of AI providers',
    beside: ['provider_type', 'config_json'],
    isVersioned: true,
    seal: ({ provider_type, config_json }) => ({
      place: keyPlace,
      use: keyUse(provider_type, config_json),
    }),
    whenLost: () => ({ api_key_preview: lostMask }),
    remedy: 'send api_key again: until then calls are refused with 409',
  }),
  json({
    table: 'integrations',
    column: 'secrets',
    kind: 'secrets of integrations',
    beside: ['provider', 'config_json'],
    change: ({ provider, config_json, secrets }, by) => {
      const { [provider as keyof typeof integrationSecrets]: known } = integrationSecrets;
      const use = useOf(useIn(known, config_json));
      return members(secrets, (path, one) => {
        // Its own secret is bound to no config.
        if (path === 'previous')
          return { ...(one as Row), secret: by({ place: ownSecret, sealed: (one as Row).secret }) };
        const place = integrationPlace(path);
        return by({ place, sealed: one as string, ...(place === ownSecret ? {} : { use }) });
      });
    },
    maskOf: (path) => path.split('.'),
    remedy: 'send config_json again, or rotate-secret: until then syncs fail, and messages get 409',
  }),
  json({
    table: 'plugins',
    column: 'secrets',
    kind: 'secret settings of plugins',
    beside: ['config_json'],
    change: ({ secrets }, by) =>
      members(secrets, (name, sealed) =>
        by({ place: `plugins.${name}`, sealed: sealed as string }),
      ),
    maskOf: (name) => [name],
    remedy: 'send config_json again: until then the plugin cannot be changed',
  }),
  text({
    table: 'email_domains',
    column: 'private_key',
    kind: 'DKIM keys of domains',
    key: ['domain'],
    beside: ['checks'],
    seal: () => ({ place: dkimPlace }),
    whenLost: ({ checks }) => ({
      verified_at: null,
      checks: checks && {
        ...checks,
        dkim: {
          is_fine: false,
          found: [],
          explanation: 'Its key was lost: remove the domain, and add it again.',
        },
      },
    }),
    remedy: 'remove the domain and add it again: until then no mail goes out from it',
  }),
  text({
    table: 'email_report_keys',
    column: 'secret',
    kind: 'secrets of delivery reports',
    key: [],
    seal: () => ({ place: 'email_report_keys.secret' }),
    whenLost: () => ({ secret_preview: lostMask }),
    remedy: 'POST /v1/email/report-secret: until then reports get 409',
  }),
  text({
    table: 'mfa_factors',
    column: 'secret',
    kind: 'authenticator apps of users',
    beside: ['user_id'],
    seal: ({ user_id }) => ({ place: `mfa_factors.secret ${user_id}` }),
    remedy:
      'a recovery code, or DELETE /v1/users/:user_id/mfa/:factor_id by an administrator, then enroll again',
  }),
  json({
    table: 'tenant_settings',
    column: 'auth',
    kind: 'client secrets and captcha secrets',
    key: [],
    change: ({ auth }, by) => ({
      ...auth,
      ...(auth.oauth && {
        oauth: members(auth.oauth, (name, one) =>
          isSealed((one as Row | null)?.client_secret)
            ? {
                ...(one as Row),
                client_secret: by({
                  place: `auth_config.oauth.${name}.client_secret`,
                  sealed: (one as Row).client_secret,
                }),
              }
            : one,
        ),
      }),
      ...(isSealed(auth.captcha?.secret) && {
        captcha: {
          ...auth.captcha,
          secret: by({ place: captchaSecret, sealed: auth.captcha.secret }),
        },
      }),
    }),
    remedy: 'send them again with POST /v1/auth-config: until then these sign-ins get 409',
  }),
  ...callColumns.map(({ table, column, key, shape }) =>
    json({
      table,
      column,
      kind: `secret headers of ${callers[table]}`,
      key,
      beside: shape === 'headers' ? ['url'] : [],
      isVersioned: ['webhooks', 'scheduled_jobs', 'automations', 'workflows'].includes(table),
      change: (row, by) => inCalls(row[column], shape, row.url, (call) => changeHeaders(call, by)),
      remedy: table.endsWith('_runs')
        ? 'nothing: these runs fail where they call'
        : 'send the headers again: until then these calls fail',
    }),
  ),
];

/** The sealed texts of a row, without those that were given up. */
export function sealsOf(column: SealedColumn, row: Row): Seal[] {
  const found: Seal[] = [];
  column.change(row, (seal) => {
    if (isSealed(seal.sealed) && seal.sealed !== lostSecret) found.push(seal);
    return seal.sealed;
  });
  return found;
}
