import { setImmediate as nextRound } from 'node:timers/promises';

/** Arguments of a call that are JSON already: large ones, made elsewhere or in pieces. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Characters that are written before others get their turn: half a million numbers take 40 ms. */
const turnLength = 200_000;

/** A list as JSON, written in pieces. */
export async function jsonOfList(items: Iterable<unknown>): Promise<string> {
  const texts: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    texts.push(text);
    length += text.length;
    if (length < turnLength) continue;
    length = 0;
    await nextRound();
  }
  return `[${texts.join()}]`;
}

/** Arguments as JSON, one of them a list that is written in pieces. */
export async function withList(
  args: object,
  name: string,
  items: Iterable<unknown>,
): Promise<JsonText> {
  const list = await jsonOfList(items);
  const others = JSON.stringify(args).slice(0, -1);
  return new JsonText(`${others}${others === '{' ? '' : ','}${JSON.stringify(name)}:${list}}`);
}
