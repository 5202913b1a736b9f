import { type IncomingMessage, ServerResponse } from 'node:http';

type Values = Record<string, string | number>;

/**
 * An answer whose usual headers stay a list until it begins: sixteen names, each checked, kept and looked up for itself, are a
 * tenth of what Node does for a small request.
 */
export class UsualAnswer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  private usual: UsualHeaders | undefined;
  private requestId = '';

  /** Gives it the headers of every answer. */
  begin(usual: UsualHeaders, requestId: string): void {
    this.usual = usual;
    this.requestId = requestId;
  }

  /** Puts the usual headers among those that have been set: from here on they can be replaced and removed. */
  settle(): void {
    const { usual } = this;
    if (!usual) return;
    this.usual = undefined;
    const list = usual.with(this.requestId, {});
    for (let n = 0; n < list.length; n += 2) {
      const name = list[n] as string;
      if (!this.hasHeader(name)) this.setHeader(name, list[n + 1] as string);
    }
  }

  /** Whether it has no headers but the usual ones. */
  get isUntouched(): boolean {
    return this.usual !== undefined && this.getHeaderNames().length === 0;
  }

  /** Writes the head, for an answer that needs nothing but the usual headers and these. */
  writeUsual(status: number, more: Values): void {
    const { usual } = this;
    if (!usual || !this.isUntouched) {
      this.writeHead(status, more);
      return;
    }
    this.usual = undefined;
    super.writeHead(status, usual.with(this.requestId, more) as string[]);
  }

  override writeHead(...given: unknown[]): this {
    this.settle();
    return super.writeHead(...(given as [number]));
  }
}

/** Headers of every answer, as a list of names and values in turn. */
export class UsualHeaders {
  private readonly list: string[];
  /** Where the value of each stands, by its name in lower case. */
  private readonly places: ReadonlyMap<string, number>;

  constructor(headers: ReadonlyMap<string, string>) {
    this.list = [...headers].flat();
    this.list.push('X-Request-Id', '');
    this.places = new Map([...headers.keys()].map((name, n) => [name.toLowerCase(), 2 * n + 1]));
  }

  /** Together with others, which go first where they say the same. */
  with(requestId: string, more: Values): (string | number)[] {
    const list: (string | number)[] = this.list.slice();
    list[list.length - 1] = requestId;
    for (const name in more) {
      const place = this.places.get(name.toLowerCase());
      if (place === undefined) list.push(name, more[name] as string | number);
      else list[place] = more[name] as string | number;
    }
    return list;
  }
}

/** Writes the head of an answer. */
export function writeHead(res: ServerResponse, status: number, headers: Values): void {
  if (res instanceof UsualAnswer) res.writeUsual(status, headers);
  else res.writeHead(status, headers);
}

/** Whether nothing has been set yet that the headers to come would have to agree with. */
export const isUntouched = (res: ServerResponse): boolean =>
  res instanceof UsualAnswer && res.isUntouched;

/** For code that replaces or removes usual headers: they are set from here on. */
export function settleHeaders(res: ServerResponse): void {
  if (res instanceof UsualAnswer) res.settle();
}
