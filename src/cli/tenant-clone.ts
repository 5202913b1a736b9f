import { Command, Option } from 'commander';
import { CallError } from './api-client.ts';
import { wholeNumber } from './option-values.ts';
import { examples, printJson } from './report.ts';
import { asOperator, forOperators, type OperatorOptions } from './server.ts';
import { tenantId } from './tenant-list.ts';
import { type Restore, restoreEnded } from './tenant-restore.ts';

interface CloneOptions extends OperatorOptions {
  data: string;
  mask?: boolean;
  files: boolean;
  slug?: string;
  expiresInDays?: number;
}

/** `insula tenant clone` */
export const cloneCommand = () =>
  forOperators(new Command('clone'))
    .description('copy a tenant into a new one, from which nothing leaves')
    .argument('<tenant>', 'its id (ten_…) or slug')
    .argument('<name>', 'the name of the copy')
    .addOption(
      new Option('--data <which>', 'all of it, configuration only, or the newest objects')
        .choices(['all', 'none', 'sample'])
        .default('all'),
    )
    .option('--mask', 'put stand-ins for what it holds of people, and leave out secrets')
    .option('--no-files', 'without the bytes of files')
    .option('--slug <slug>', 'its name in URLs; derived from the name when left out')
    .option('--expires-in-days <days>', 'delete the copy then', wholeNumber)
    .addHelpText(
      'after',
      examples(
        'insula tenant clone acme "Acme, for trying out" --mask',
        'insula tenant clone acme Acme-2 --data sample --slug acme-2 --json',
      ),
    )
    .action(async (tenant: string, name: string, options: CloneOptions) => {
      const client = asOperator(options);
      const { data, mask, files, slug, expiresInDays: expires_in_days } = options;
      const path = `/admin/tenants/${await tenantId(client, tenant)}/clone`;
      const wanted = { name, slug, data, mask, files, expires_in_days };
      const begun: Restore = await client.data('POST', path, wanted);
      const done = await restoreEnded(client, begun);
      if (options.json) printJson(done);
      if (done.status !== 'completed')
        throw new CallError(`The copy ${done.id} ${done.status}: ${done.error ?? ''}`);
      if (!options.json)
        console.log(`tenant  ${done.target_tenant_id}; nothing leaves it: its outbound is off`);
    });
