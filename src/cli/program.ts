import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { applyCommand } from './apply.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { migrateCommand } from './migrate.ts';
import { startCommand } from './start.ts';
import { tenantCommand } from './tenant.ts';

/** Every command, one file each; a new one is added here. */
const commands = [
  startCommand,
  migrateCommand,
  applyCommand,
  tenantCommand,
  keyCommand,
  demoCommand,
  importCommand,
  exportCommand,
  doctorCommand,
];

/** The command line `insula`. Throws CommanderError for wrong usage instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('insula')
    .description('A multi-tenant backend for applications whose logic lives in PostgreSQL')
    .version(version())
    .addHelpText(
      'after',
      '\nConfiguration comes from environment variables (DATABASE_URL, PORT, DATA_DIR ...).\n' +
        'Exit codes: 0 done, 1 failed, 2 wrong usage.',
    );
  for (const make of commands) program.addCommand(make());
  applyToAll(program, (command) => command.exitOverride().showHelpAfterError('(--help for help)'));
  return program;
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

function applyToAll(command: Command, change: (command: Command) => void): void {
  change(command);
  for (const child of command.commands) applyToAll(child, change);
}
