import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every page that people read, by its path. */
export const pages: Record<string, string> = Object.fromEntries(
  [
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
    ...readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true }).flatMap((name) =>
      name.endsWith('.md') ? `docs/${name}` : [],
    ),
  ].map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

export const page = (path: string): string => pages[path] as string;

/** The blocks of code in a page, in one language. */
export function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code as string,
  );
}

/** Texts between backticks in a line, outside of blocks. */
export function inlineCode(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string);
}

/** Names from the example in CONTRIBUTING.md, which do not exist. */
export const isExample = (text: string): boolean => /object_type[._]counts|\/counts\b/.test(text);
