import { setTimeout as sleep } from 'node:timers/promises';

/** A refusal of the server, or no answer from it. The message explains what to do. */
export class CallError extends Error {
  override name = 'CallError';
}

/** One answer of the API, good or bad. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The `data` of the envelope. */
  // biome-ignore lint/suspicious/noExplicitAny: the server has validated what it sends
  data: any;
  error: { code: string; message: string; confirm_token?: string; details?: unknown } | undefined;
  /** From sending to the last byte. */
  ms: number;
}

const patience = 5;

/** Talks to a running server, as its other clients do. */
export class ApiClient {
  readonly url: string;
  readonly token: string;
  private readonly read: (text: string) => ReturnType<typeof JSON.parse>;

  /** @param read what makes data of JSON */
  constructor(url: string, token: string, read: (text: string) => unknown = JSON.parse) {
    this.url = url;
    this.token = token;
    this.read = read;
  }

  /** The same server with another token. */
  as(token: string): ApiClient {
    return new ApiClient(this.url, token);
  }

  /** The data of a call that has to succeed. @throws CallError */
  async data(method: string, path: string, body?: object, headers?: Record<string, string>) {
    const { data, error } = await this.call(method, path, body, headers);
    if (error) throw refused(error, method, path);
    return data;
  }

  /** Gets what is at a path, or undefined when nothing is. @throws CallError */
  async find(path: string) {
    const { status, data, error } = await this.call('GET', path);
    if (status === 404) return undefined;
    if (error) throw refused(error, 'GET', path);
    return data;
  }

  /**
   * Any answer of the server; waits for the time that it names when the rate is limited. @throws CallError without an
   * answer
   */
  async call(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply> {
    for (let attempt = 1; ; attempt++) {
      const reply = await this.send(method, path, body, headers);
      if (reply.status !== 429 || attempt === patience) return reply;
      const seconds = Number(reply.headers.get('retry-after') ?? 1);
      console.error(`insula: ${reply.error?.message ?? `Waiting ${seconds} s.`}`);
      await sleep(1000 * seconds);
    }
  }

  /** The bytes of a file. @throws CallError */
  async download(path: string) {
    return (await this.stream(path)).body;
  }

  /** The same, with the headers of the answer. @throws CallError */
  async stream(path: string, headers: Record<string, string> = {}) {
    const response = await this.fetch('GET', path, undefined, headers);
    if (response.ok && response.body) return { headers: response.headers, body: response.body };
    const { error } = this.open(await response.text());
    throw refused(error ?? { code: String(response.status), message: 'No file.' }, 'GET', path);
  }

  /** Sends bytes as they are. @returns the data of the answer @throws CallError */
  async upload(path: string, body: ReadableStream, headers: Record<string, string>) {
    const { data, error } = await this.send('POST', path, body, headers);
    if (error) throw refused(error, 'POST', path);
    return data;
  }

  private async send(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Reply> {
    const started = performance.now();
    const response = await this.fetch(method, path, body, headers);
    const text = await response.text();
    const ms = performance.now() - started;
    return { status: response.status, headers: response.headers, ms, ...this.open(text) };
  }

  /** @param body a form, bytes, or what is sent as JSON */
  private fetch(
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const isAsItIs = body instanceof FormData || body instanceof ReadableStream;
    return fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body && !isAsItIs ? { 'content-type': 'application/json' } : {}),
        ...more,
      },
      ...(body ? { body: isAsItIs ? body : JSON.stringify(body) } : {}),
      ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
    }).catch((error: Error) => {
      throw new CallError(
        `No server answers at ${this.url} (${reasonOf(error)}). Start one with "npm start", or say where it is: --url`,
        { cause: error },
      );
    });
  }

  private open(text: string): Pick<Reply, 'data' | 'error'> {
    try {
      const { data, error } = this.read(text);
      if (data !== undefined || error) return { data, error };
    } catch {
      // Not JSON: not ours.
    }
    throw new CallError(`The server at ${this.url} is not Insula. Say where Insula runs: --url`);
  }
}

function refused(
  { code, message }: { code: string; message: string },
  method: string,
  path: string,
) {
  return new CallError(`${message} (${code}, ${method} ${path})`);
}

function reasonOf(error: Error): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
