import { Command } from 'commander';
import { commaList, wholeNumber } from './option-values.ts';
import { examples, printJson, table } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';
import { tenantId } from './tenant-list.ts';

/** An API key as the API shows it; what the terminal shows of it. */
interface Key {
  id: string;
  label: string;
  last4: string;
  scopes: string[];
  status: string;
  last_used_at: string | null;
}

const tenantArgument = ['<tenant>', 'its id (ten_…) or slug'] as const;

/** `insula key …`: the API keys of a tenant on a running server. */
export function keyCommand(): Command {
  return new Command('key')
    .description('create, list and revoke the API keys of a tenant of a running server')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(revokeCommand());
}

interface CreateOptions extends OperatorOptions {
  label?: string;
  scopes: string[];
  ip?: string[];
  rateLimit?: number;
  unbound?: boolean;
  expiresAt?: string;
}

function createCommand(): Command {
  return forOperators(new Command('create'))
    .description('create an API key, which is shown only once')
    .argument(...tenantArgument)
    .option('--label <text>', 'what it is for')
    .option(
      '--scopes <list>',
      'read, write, schema, files, auth, ai, sql, or * for all',
      commaList,
      ['*'],
    )
    .option('--ip <list>', 'addresses and networks that it may be used from', commaList)
    .option('--rate-limit <number>', 'requests per minute', wholeNumber)
    .option('--unbound', 'exempt it from row policies; a key with all scopes is always exempt')
    .option('--expires-at <time>', 'when it expires, such as 2027-12-31T00:00:00Z')
    .addHelpText(
      'after',
      examples(
        'insula key create acme',
        'insula key create acme --label Website --scopes read --rate-limit 600',
        'insula key create acme --scopes read,write --ip 192.0.2.0/24 --json',
      ),
    )
    .action(async (reference: string, options: CreateOptions) => {
      const client = asOperator(options);
      const path = `/admin/tenants/${await tenantId(client, reference)}/keys`;
      const created = await client.data('POST', path, {
        label: options.label,
        scopes: options.scopes,
        ip_allowlist: options.ip,
        rate_limit: options.rateLimit,
        bound_by_policies: options.unbound ? false : undefined,
        expires_at: options.expiresAt,
      });
      if (options.json) return printJson(created);
      console.log(`id   ${created.key.id}`);
      console.log(`key  ${created.token}`);
      console.log('Save the key now: it will not be shown again.');
    });
}

function listCommand(): Command {
  return forOperators(new Command('list'))
    .description('list the API keys of a tenant, newest first')
    .argument(...tenantArgument)
    .addHelpText('after', examples('insula key list acme', 'insula key list acme --json'))
    .action(async (reference: string, options: OperatorOptions) => {
      const client = asOperator(options);
      const id = await tenantId(client, reference);
      const keys: Key[] = await client.data('GET', `/admin/tenants/${id}/keys`);
      if (options.json) return printJson(keys);
      console.log(
        table(['ID', 'LABEL', 'ENDS IN', 'SCOPES', 'STATUS', 'LAST USED'], keys.map(row)),
      );
    });
}

function row({ id, label, last4, scopes, status, last_used_at }: Key): string[] {
  return [id, label, last4, scopes.join(','), status, last_used_at?.slice(0, 16) ?? 'never'];
}

function revokeCommand(): Command {
  return forOperators(new Command('revoke'))
    .description('revoke an API key, effective at once')
    .argument(...tenantArgument)
    .argument('<key>', 'its id (key_…)')
    .addHelpText('after', examples('insula key revoke acme key_01a1fb002c937c7cb4b8c785ffa59ebf'))
    .action(async (reference: string, keyId: string, options: OperatorOptions) => {
      const client = asOperator(options);
      const id = await tenantId(client, reference);
      const path = `/admin/tenants/${id}/keys/${encodeURIComponent(keyId)}`;
      const key: Key = await client.data('DELETE', path);
      if (options.json) return printJson(key);
      console.log(`key  ${key.id} is ${key.status}`);
    });
}
