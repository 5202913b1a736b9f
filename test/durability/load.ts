import type { Ledger, Row } from './ledger.ts';

export interface Target {
  url: string;
  token: string;
}

/** More than there are lanes, so that they share statements and commits. */
const writers = 24;
const type = '/v1/object-types/kept';
const objects = '/v1/objects/kept';
let tags = 0;

/** The server did not say yes: it may have done it or not. */
class Unanswered extends Error {}

/** The server said that it has not done it. */
class NotDone extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: read by those who asked
type Data = any;

/** @throws Unanswered when the connection breaks or the outcome is unknown, NotDone, Error for any other refusal */
async function send(
  { url, token }: Target,
  method: string,
  path: string,
  body?: object,
): Promise<Data> {
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    status = answer.status;
    text = await answer.text();
  } catch (error) {
    throw new Unanswered(String(error));
  }
  if (status === 503 || status === 504) {
    const { outcome } = JSON.parse(text).error.details;
    if (outcome === 'not_done') throw new NotDone(text);
    if (outcome === 'unknown') throw new Unanswered(text);
  }
  if (status >= 400) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text).data;
}

/** The type that the load writes to, with an index and a unique value. */
export async function createType(target: Target): Promise<void> {
  await send(target, 'POST', '/v1/object-types', { name: 'kept' });
  const flags = { tag: { is_indexed: true }, code: { is_unique: true }, n: {} };
  for (const [name, flag] of Object.entries(flags)) {
    await send(target, 'POST', `${type}/properties`, { name, data_type: 'string', ...flag });
  }
}

/** Writes from several sides until the server stops answering, or `signal` says that it is enough. */
export async function load(target: Target, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const running = Array.from({ length: writers }, () => write(target, ledger, signal));
  const changing = changeSchema(target, signal).catch(unlessNotDone);
  await Promise.all([...running, changing].map(untilUnanswered));
}

function unlessNotDone(error: unknown): void {
  if (!(error instanceof NotDone)) throw error;
}

async function untilUnanswered(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof Unanswered)) throw error;
  });
}

/** Creates objects, and takes each through its life, one after the other. */
async function write(target: Target, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const change = async (id: string, method: string, path: string, n?: string) => {
    const { properties } = ledger.get(id);
    const next = n ? { properties: { ...properties, n } } : { is_deleted: method === 'DELETE' };
    ledger.asksToChange(id, next);
    const sent = n ? { properties: { n } } : undefined;
    await send(target, method, `${objects}/${id}${path}`, sent).catch((error) => {
      if (error instanceof NotDone) ledger.notChanged(id);
      throw error;
    });
    ledger.changed(id);
  };
  const live = async () => {
    const id = await create(target, ledger, 1);
    await change(id, 'PATCH', '', 'one');
    await create(target, ledger, 7);
    await change(id, 'DELETE', '');
    await change(id, 'POST', '/restore');
    await change(id, 'PATCH', '', 'x'.repeat(3_000));
  };
  while (!signal.aborted) await live().catch(unlessNotDone);
}

/** One object, or several in a batch; returns the id of the first. */
async function create(target: Target, ledger: Ledger, count: number): Promise<string> {
  const tag = `tag ${++tags}`;
  const made = Array.from({ length: count }, (_, i) => ({
    properties: { tag, code: `${tag} ${i}` },
  }));
  ledger.asksToCreate(tag, count);
  const data = await (count === 1
    ? send(target, 'POST', objects, made[0])
    : send(target, 'POST', `${objects}/batch/create`, { objects: made })
  ).catch((error) => {
    if (error instanceof NotDone) ledger.notCreated(tag);
    throw error;
  });
  const ids: string[] = data.ids ?? [data.id];
  const rows = ids.map((id, i): Row => {
    return { id, version: 1, is_deleted: false, properties: made[i]?.properties ?? {} };
  });
  ledger.created(tag, rows);
  return ids[0] as string;
}

/** Turns an index on and off, so that the crash may come into the middle of building one. */
async function changeSchema(target: Target, signal: AbortSignal): Promise<void> {
  const properties = await send(target, 'GET', `${type}/properties`);
  const { id } = properties.find((property: { name: string }) => property.name === 'n');
  for (let isOn = true; !signal.aborted; isOn = !isOn) {
    await send(target, 'PATCH', `${type}/properties/${id}`, { is_sortable: isOn });
  }
}
