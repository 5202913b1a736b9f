import { describe, expect, it } from 'vitest';
import { importsOf, sources } from './sources.ts';

const files = sources('src/**/*.ts');
const filesWith = (pattern: RegExp): string[] =>
  [...files].flatMap(([path, text]) => (pattern.test(text) ? path : []));

describe('operations', () => {
  it('are run only by src/operations', () => {
    const calling = filesWith(/(?<!select )\bgateway\??\.(call|callPlatform)\(/);
    expect(calling).toEqual(['src/operations/operations.ts']);
    // A gateway that can call is handed to Operations: all others have the type House, which lacks its calls.
    expect(filesWith(/\bGateway\b/)).toEqual([
      'src/db/call.ts',
      // In a comment.
      'src/db/pools.ts',
      'src/operations/operations.ts',
      'src/process/app.ts',
      'src/process/first-tenant.ts',
      'src/process/services.ts',
    ]);
  });

  it('of the gateway are called in SQL by its own files', () => {
    expect(filesWith(/(select|from) gateway\.(call\w*|\$\{door\})\(/)).toEqual([
      'src/db/call-many.ts',
      'src/db/call.ts',
      'src/db/citus/doors.ts',
    ]);
  });

  it('are done in the worker only by src/operations', () => {
    expect(filesWith(/\bworker\.(\w+_)?act\(/)).toEqual([
      // worker.job_act does the action of a job and ends its run in one transaction: a killed worker does neither.
      'src/groups/scheduled-jobs/lane.ts',
      'src/operations/acting.ts',
    ]);
  });
});

describe('the services of a process', () => {
  it('are made in one place', () => {
    const made =
      /new (Box|Causes|Outbound|OutboundHold|Passwords|Sandbox|TenantLogins)\(|(?<!function )\boutboundOf\(/;
    expect(filesWith(made)).toEqual([
      // Commands, and what the start does before there are services.
      'src/backup/verify-restore.ts',
      'src/cli/doctor/keys-check.ts',
      'src/db/encryption-key.ts',
      'src/db/give-up.ts',
      'src/db/migrate.ts',
      // Reads the cause of a request for the metrics of a worker, which runs no operation.
      'src/doors/worker/port.ts',
      // The hold that holds nothing, and the parts of the one way out.
      'src/outbound/hold.ts',
      'src/outbound/safe-fetch.ts',
      // A process that makes or reads a snapshot, which runs no operation.
      'src/snapshot/child.ts',
      'src/tools/services/operation-services.ts',
    ]);
  });

  it('know no group by its name', () => {
    const places = ['src/process/services.ts', 'src/operations/', 'src/doors/worker/'];
    const imports = [...files].flatMap(([path, text]) => importsOf(path, text));
    const wrong = imports.filter(
      ({ from, to }) =>
        places.some((place) => from.startsWith(place)) && to.startsWith('src/groups/'),
    );
    expect(wrong).toEqual([]);
  });
});
