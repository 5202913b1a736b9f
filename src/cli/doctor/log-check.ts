import type pg from 'pg';
import { withClient } from '../../db/client.ts';
import { expect, type Finding, ok, warning } from './check.ts';

interface Risk {
  name: string;
  isRisk: (value: string) => boolean;
  remedy: string;
}

const statements = (value: string) => value !== '-1';
/** Each lets PostgreSQL write values into its log: parameters of statements hold tenants' values, secrets included. */
const risks: Risk[] = [
  {
    name: 'log_parameter_max_length_on_error',
    isRisk: (value) => value !== '0',
    remedy: 'alter system set log_parameter_max_length_on_error = 0',
  },
  {
    name: 'log_statement',
    isRisk: (value) => value !== 'none' && value !== 'ddl',
    remedy: `alter system set log_statement = 'none'`,
  },
  { name: 'log_min_duration_statement', isRisk: statements, remedy: '' },
  { name: 'log_min_duration_sample', isRisk: statements, remedy: '' },
  { name: 'log_transaction_sample_rate', isRisk: (value) => Number(value) > 0, remedy: '' },
];
const parameters = 'log_parameter_max_length';
const planParameters = 'auto_explain.log_parameter_max_length';
const noParameters = `alter system set ${parameters} = 0`;

/**
 * Whether PostgreSQL's own log may hold what tenants store: Insula sends values as parameters, which a log of slow or all statements
 * shows unless it is told not to.
 */
export async function checkServerLog(client: pg.Client): Promise<Finding> {
  const name = 'values in the log of PostgreSQL';
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any ($1)',
    [
      [
        ...risks.map((risk) => risk.name),
        parameters,
        planParameters,
        'auto_explain.log_min_duration',
      ],
    ],
  );
  const setting = (wanted: string) => rows.find((row) => row.name === wanted)?.setting;
  const showsParameters = setting(parameters) !== '0';
  const found = risks
    .filter(({ name: risk, isRisk }) => {
      const value = setting(risk);
      return value !== undefined && isRisk(value);
    })
    .map(({ name: risk, remedy }) => ({
      setting: `${risk} = ${setting(risk)}`,
      remedy: remedy || noParameters,
    }))
    .filter(({ remedy }) => remedy !== noParameters || showsParameters);
  const plans = setting('auto_explain.log_min_duration');
  if (plans !== undefined && plans !== '-1' && setting(planParameters) !== '0')
    found.push({
      setting: `auto_explain.log_min_duration = ${plans}`,
      remedy: `alter system set ${planParameters} = 0`,
    });
  if (found.length === 0) return ok(name, 'none');
  const remedies = [...new Set(found.map(({ remedy }) => remedy)), 'select pg_reload_conf()'];
  return warning(
    name,
    `parameters of statements are written to it: ${found.map((one) => one.setting).join(', ')}`,
    `As a superuser: ${remedies.join('; ')};`,
  );
}

/** Levels at which errors are not logged: errors contain values of tenants. Above it: `log`, `fatal`, `panic`. */
const quiet = ['log', 'fatal', 'panic'];

/**
 * Whether PostgreSQL writes down each refusal of a request: its message, DETAIL and CONTEXT name values of the tenant. Insula logs
 * what matters of them itself, without values.
 */
export async function checkRefusals(apiUrl: string): Promise<Finding[]> {
  const level = await withClient(apiUrl, 'doctor', async (client) => {
    const { rows } = await client.query<{ level: string }>(
      `select current_setting('log_min_messages') as level`,
    );
    return rows[0]?.level ?? '';
  }).catch(() => undefined);
  // Another check reports that it cannot log in.
  if (level === undefined) return [];
  const isQuiet = quiet.includes(level);
  return [
    expect(
      isQuiet,
      'refusals in the log of PostgreSQL',
      isQuiet ? 'none' : `log_min_messages = ${level}: they name values of tenants`,
      warning,
      `As a superuser: alter role insula_api set log_min_messages = 'log'; alter role insula_worker set log_min_messages = 'log';`,
    ),
  ];
}
