import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { examples } from './report.ts';

interface OpenApiOptions {
  url: string;
}

/** `insula openapi`: the document that a server of this version answers at /docs/openapi.json, without a server. */
export function openApiCommand(): Command {
  return new Command('openapi')
    .description('print the OpenAPI document of this version, or write it to a file')
    .argument('[file]', 'where it is written; without one, to standard output')
    .option('--url <url>', 'the public address of the server', 'http://localhost:3000')
    .addHelpText(
      'after',
      examples('insula openapi openapi.json', 'insula openapi --url https://api.example.com'),
    )
    .action(async (file: string | undefined, { url }: OpenApiOptions) => {
      const text = await openApi(url);
      if (file === undefined) process.stdout.write(text);
      else await writeFile(file, text);
    });
}

async function openApi(url: string): Promise<string> {
  // Every route is loaded for it, which the other commands need not wait for.
  const { groups } = await import('../groups/index.ts');
  const { openApiDocument } = await import('../doors/http/openapi.ts');
  return `${JSON.stringify(openApiDocument(groups, url), null, 2)}\n`;
}
