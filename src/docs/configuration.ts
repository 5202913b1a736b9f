import { relative } from 'node:path';
import { documentation, environment, variables } from '../ground/config/variables.ts';

const begin = /<!-- configuration:.*-->\n/;
const end = '<!-- /configuration -->';

/** The README with its table of environment variables as they are. @throws when it has no place for it */
export function withConfiguration(readme: string): string {
  const [before, rest] = splitAfter(readme, begin);
  const after = rest.slice(rest.indexOf(end));
  return `${before}\n${configurationTable()}\n\n${after}`;
}

function splitAfter(text: string, pattern: RegExp): [string, string] {
  const found = pattern.exec(text);
  if (!found || !text.includes(end)) throw new Error('README.md has lost its configuration marks');
  const at = found.index + found[0].length;
  return [text.slice(0, at), text.slice(at)];
}

/** Every variable with its default, its meaning and an example. */
function configurationTable(): string {
  const defaults = environment.parse({}) as Record<string, unknown>;
  const rows = Object.entries(variables).map(([name, schema]) => {
    const { about = '', example = '', without } = documentation.get(schema) ?? {};
    return `| \`${name}\` | ${without ?? code(shown(defaults[name]))} | ${about} | ${code(example)} |`;
  });
  return ['| Variable | Default | What it does | Example |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

const code = (text: string) => (text ? `\`${text}\`` : '');

/** A parsed value as one would write it. */
function shown(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.join(',');
  const text = String(value);
  return text.startsWith('/') ? `./${relative('.', text)}` : text;
}
