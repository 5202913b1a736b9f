import { readFile, writeFile } from 'node:fs/promises';
import { withConfiguration } from './configuration.ts';
import { dashboard, dashboardPath } from './dashboard.ts';
import { generatedDocs } from './generated.ts';
import { phonePlansPath, phonePlansSql } from './phone-plans.ts';

const root = new URL('../../', import.meta.url);

for (const [name, text] of Object.entries(generatedDocs())) await write(`docs/${name}`, text);
await write(dashboardPath, dashboard());
await write(phonePlansPath, phonePlansSql());
await write('README.md', withConfiguration(await readFile(new URL('README.md', root), 'utf8')));

async function write(path: string, text: string): Promise<void> {
  await writeFile(new URL(path, root), text);
  console.log(path);
}
