import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { type ApiClient, CallError, type Reply } from './api-client.ts';
import { parseYaml } from './exact-yaml.ts';
import { examples, printJson } from './report.ts';
import { asTenant, forTenants, type TenantOptions } from './server.ts';

interface ManifestOptions extends TenantOptions {
  settings?: string;
  set?: Record<string, unknown>;
  json?: boolean;
}

interface Manifest {
  name: string;
  version: string;
}

interface Installed {
  id: string;
  slug: string;
  version: string;
  config_json: Record<string, unknown>;
}

interface Change {
  action: 'create' | 'update' | 'delete';
  kind: string;
  key: string;
  fields?: string[];
}

/** A message to send, with its subject. */
interface Wanted {
  manifest: Manifest;
  before: Installed | undefined;
  method: 'POST' | 'PATCH';
  path: string;
  body: object;
}

const plugins = '/v1/plugins';
const signs = { create: '+', update: '~', delete: '-' };
/** Of --detailed-exitcode: there is something to do. */
const differs = 3;

/** `insula plan FILE`: what `insula apply` would do. */
export function planCommand(): Command {
  return ofManifests(new Command('plan'))
    .description('show what a manifest would change in a tenant, and change nothing')
    .option('--detailed-exitcode', `exit with ${differs} when there is something to change`)
    .addHelpText(
      'after',
      examples(
        'insula plan app.yaml',
        'insula plan app.yaml --url https://api.example.com --token $KEY --detailed-exitcode',
      ),
    )
    .action(async (file: string, options: ManifestOptions & { detailedExitcode?: boolean }) => {
      const client = asTenant(options);
      const wanted = await read(client, file, options);
      const { changes, lost } = await tryOut(client, wanted);
      if (options.json) printJson({ ...about(wanted), changes, dependencies: lost });
      else console.log(describe(wanted, changes, lost));
      if (options.detailedExitcode && changes.length > 0) process.exitCode = differs;
    });
}

/** `insula apply FILE`: brings a tenant to the state in a manifest. */
export function applyCommand(): Command {
  return ofManifests(new Command('apply'))
    .description('make a tenant what a manifest says: the plugin is installed, or upgraded to it')
    .option('--force', 'also when data goes with what is removed')
    .addHelpText(
      'after',
      examples(
        'insula apply app.yaml',
        'insula apply app.yaml --url https://api.example.com --token $KEY --set currency=EUR',
      ),
    )
    .action(async (file: string, options: ManifestOptions & { force?: boolean }) => {
      const client = asTenant(options);
      const wanted = await read(client, file, options);
      const { data, lost } = await apply(client, wanted, options.force ?? false);
      if (options.json) printJson({ ...about(wanted), id: data.id, changes: data.changes });
      else console.log(describe(wanted, data.changes, lost));
    });
}

const ofManifests = (command: Command): Command =>
  forTenants(command)
    .argument('<file>', 'a manifest, as YAML or JSON: docs/connect/plugins.md')
    .option('--settings <file>', 'its settings, as YAML or JSON')
    .option('--set <name=value>', 'one of its settings; may be repeated', addSetting)
    .option('--json', 'print the result as JSON');

function addSetting(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be name=value.');
  try {
    return { ...before, [text.slice(0, at)]: parseYaml(text.slice(at + 1)) };
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

async function read(client: ApiClient, file: string, options: ManifestOptions): Promise<Wanted> {
  const manifest = (await readYaml(file)) as Manifest;
  if (typeof manifest?.name !== 'string')
    throw new CallError(`${file} is not a manifest: it has no name.`);
  const all: Installed[] = await client.data('GET', plugins);
  const before = all.find(({ slug }) => slug === manifest.name);
  const given = {
    ...(options.settings ? ((await readYaml(options.settings)) as object) : {}),
    ...options.set,
  };
  const hasSettings = Object.keys(given).length > 0;
  const config = hasSettings ? { config_json: { ...before?.config_json, ...given } } : {};
  return {
    manifest,
    before,
    method: before ? 'PATCH' : 'POST',
    path: before ? `${plugins}/${before.id}` : plugins,
    body: { manifest_json: manifest, ...config },
  };
}

async function readYaml(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CallError(`${file} cannot be read: ${error.message}`);
  });
  try {
    return parseYaml(text);
  } catch (error) {
    throw new CallError(`${file} cannot be taken: ${(error as Error).message}`);
  }
}

/** The changes that a server would make, and what would be lost with them. */
async function tryOut(client: ApiClient, { method, path, body }: Wanted) {
  const { data, error } = await client.call(method, `${path}?dry_run=true`, body);
  const asked = questionIn(error);
  if (asked) return { changes: asked.changes, lost: asked.lost };
  if (error) throw new CallError(error.message);
  return { changes: data.changes as Change[], lost: [] };
}

async function apply(client: ApiClient, { method, path, body }: Wanted, force: boolean) {
  const first = await client.call(method, path, body);
  const asked = questionIn(first.error);
  if (first.error && !(asked && force))
    throw new CallError(
      asked
        ? `This would also remove ${asked.lost.join(', ')}. Look with "insula plan", and repeat with --force`
        : first.error.message,
    );
  if (!asked) return { data: first.data, lost: [] };
  const query = `?force=true&confirm_token=${first.error?.confirm_token}`;
  return { data: await client.data(method, path + query, body), lost: asked.lost };
}

/** The changes that an answer asks to confirm. */
function questionIn(error: Reply['error']): { changes: Change[]; lost: string[] } | undefined {
  if (error?.code !== 'DEPENDENCY_EXISTS') return undefined;
  const { details, dependencies } = error as {
    details?: { changes: Change[] };
    dependencies?: Array<{ label: string }>;
  };
  return { changes: details?.changes ?? [], lost: (dependencies ?? []).map(({ label }) => label) };
}

const about = ({ manifest, before }: Wanted) => ({
  name: manifest.name,
  version: manifest.version,
  installed: before?.version ?? null,
});

function describe(wanted: Wanted, changes: Change[], lost: string[]): string {
  const { name, version, installed } = about(wanted);
  const versions =
    installed === null || installed === version ? version : `${installed} → ${version}`;
  const lines = changes.map(
    ({ action, kind, key, fields }) =>
      `  ${signs[action]} ${kind}/${key}${fields ? ` (${fields.join(', ')})` : ''}`,
  );
  const count = (action: Change['action']) => changes.filter((one) => one.action === action).length;
  return [
    `${name} ${versions}`,
    ...lines,
    changes.length === 0
      ? 'Nothing to change.'
      : `${count('create')} to create, ${count('update')} to change, ${count('delete')} to delete.`,
    ...(lost.length > 0 ? [`Also removed with them: ${lost.join(', ')}.`] : []),
  ].join('\n');
}
