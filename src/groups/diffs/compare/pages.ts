import type { TaskRun } from '../../../tools/lanes/tasks.ts';

/** Rows in the order of their ids, page by page. */
export async function* pagesById<T extends { id: string }>(
  run: TaskRun,
  pageSize: number,
  statement: (after: string) => [text: string, values: unknown[]],
): AsyncGenerator<T> {
  for (let after = ''; ; ) {
    run.signal.throwIfAborted();
    const { rows } = await run.query<T>(...statement(after));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

/** Two lists in the order of their ids, side by side. */
export async function* mergedById<T extends { id: string }>(
  left: AsyncGenerator<T>,
  right: AsyncGenerator<T>,
): AsyncGenerator<[T | undefined, T | undefined]> {
  let [a, b] = [await left.next(), await right.next()];
  while (!a.done || !b.done) {
    const order = a.done ? 1 : b.done ? -1 : ordered(a.value.id, b.value.id);
    const [one, other] = [order <= 0 ? a.value : undefined, order >= 0 ? b.value : undefined];
    if (order <= 0) a = await left.next();
    if (order >= 0) b = await right.next();
    yield [one, other] as [T | undefined, T | undefined];
  }
}

/** By their bytes, as the database orders them: an id may be a text that a client has chosen. */
const ordered = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
