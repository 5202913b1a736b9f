import { Command } from 'commander';
import { version } from '../ground/machine/version.ts';
import { build, describeBuild } from '../pulse/build.ts';

/** Every command, one file each; a new one is added here. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).startCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  tenant: async () => (await import('./tenant.ts')).tenantCommand(),
  key: async () => (await import('./key.ts')).keyCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  plan: async () => (await import('./manifest.ts')).planCommand(),
  apply: async () => (await import('./manifest.ts')).applyCommand(),
  sql: async () => (await import('./sql.ts')).sqlCommand(),
  mail: async () => (await import('./mail.ts')).mailCommand(),
  openapi: async () => (await import('./openapi.ts')).openApiCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  drill: async () => (await import('./drill.ts')).drillCommand(),
  outbound: async () => (await import('./outbound.ts')).outboundCommand(),
  secrets: async () => (await import('./secrets.ts')).secretsCommand(),
  citus: async () => (await import('./citus.ts')).citusCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
};

/**
 * The command line `insula`. Throws CommanderError for wrong usage instead of ending the process.
 * @param name the command that is meant: only its module is loaded, which halves the time. All are for any other
 * name, for the help
 */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('insula')
    .description('A multi-tenant backend for applications whose logic lives in PostgreSQL')
    .version(asksVersion(name) ? describeBuild(await build()) : version)
    .addHelpText(
      'after',
      '\nConfiguration comes from environment variables (DATABASE_URL, PORT, DATA_DIR ...).\n' +
        'Exit codes: 0 done, 1 failed, 2 wrong usage.',
    );
  const only = Object.hasOwn(commands, name) ? commands[name] : undefined;
  for (const load of only ? [only] : Object.values(commands)) program.addCommand(await load());
  applyToAll(program, (command) => command.exitOverride().showHelpAfterError('(--help for help)'));
  return program;
}

/** Only then is git asked. */
const asksVersion = (name: string) => name === '--version' || name === '-V';

function applyToAll(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const child of command.commands) applyToAll(child, change);
}
