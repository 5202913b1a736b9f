import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import type { z } from 'zod';
import { ApiError } from './errors.ts';
import { parseJsonText } from './json-body.ts';
import { parseInTurn } from './large-bodies.ts';
import { explainIssue } from './messages.ts';
import { type FileTaker, inMemory, isMultipart, readForm } from './multipart.ts';
import type { Route } from './route.ts';

export const maxBodyBytes = 5 * 1024 * 1024;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** Authenticators choose the ids of passkeys: up to 1023 bytes (WebAuthn), in base64url. */
export const maxCredentialId = 1364;
const jsonType = /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i;
const charset = /charset\s*=\s*"?([^\s;"]+)/i;

const readRaw = express.raw({ type: () => true, limit: maxBodyBytes });

type Args = Record<string, unknown>;
type Params = Record<string, string | undefined>;

/**
 * Everything an operation is called with, in one map: the body's documented fields, then the query's, then the path's,
 * which no body can override. The file of a form is there as `file` {filename, mimeType, content}.
 * @param taker what becomes of its bytes; in memory, unless said otherwise
 */
export async function readArgs(
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  params: Params,
  search: string,
  taker: FileTaker<unknown> = inMemory,
): Promise<Args> {
  checkParams(params);
  const query = checkQuery(route, search);
  const ifMatch = route.method === 'GET' ? undefined : readIfMatch(req.headers['if-match']);
  const body = await readFields(route, req, res, taker);
  return { ...body, ...query, ...params, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) };
}

async function readFields(
  { body, upload, takesForm, maxValues }: Route,
  req: IncomingMessage,
  res: ServerResponse,
  taker: FileTaker<unknown>,
): Promise<Args> {
  if (!body) return {};
  if (takesForm && formType.test(req.headers['content-type'] ?? ''))
    return checkTexts(body, await readUrlEncoded(req, res));
  if (!upload || !isMultipart(req)) return checkBody(body, await readBody(req, res, maxValues));
  const { fields, file } = await readForm(req, res, upload, taker);
  try {
    return { ...checkTexts(body, fields), file };
  } catch (error) {
    if (file) await taker.drop?.(file.content);
    throw error;
  }
}

/** Fields that came as texts, wherever they stood: in a form, or in a header. */
export const checkTexts = (schema: z.ZodObject, texts: Record<string, string>): Args =>
  checkBody(schema, fromForm(schema, texts));

/** The fields of a form are texts: what its schema does not take as one is read as JSON. */
function fromForm(schema: z.ZodObject, fields: Record<string, string>): Args {
  const values: Args = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const text = fields[name];
    if (text === undefined) continue;
    checkText(name, text);
    values[name] = (field as z.ZodType).safeParse(text).success ? text : asJson(text);
  }
  return values;
}

function asJson(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}

/** @throws 400 for what cannot be the value of a path parameter */
export function checkParams(params: Params): void {
  for (const [name, value = ''] of Object.entries(params)) {
    checkText(name, value);
    const longest = name === 'credential_id' ? maxCredentialId : 200;
    if (value.length > longest) throw ApiError.invalid(name, 'too_long', 'is longer than any id');
    if (name === 'version_number' && !/^[1-9]\d{0,8}$/.test(value)) {
      throw ApiError.invalid(name, 'invalid_number', 'must be a version number');
    }
  }
}

/** The documented parameters of a query. */
export const checkQuery = (route: Route, search: string): Args =>
  route.query ? validate(route.query, readQuery(search), 'query') : {};

/** The documented fields of a body. */
export const checkBody = (schema: z.ZodObject, body: unknown): Args =>
  validate(schema, body, 'body');

function checkText(path: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw ApiError.invalid(path, 'invalid_text', 'holds a character that cannot be stored');
  }
}

/** The query as a map without a prototype. A parameter given twice is an error, not a guess. */
export function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(search)) {
    checkText('query', name);
    checkText(name, value);
    if (name in query) throw ApiError.invalid(name, 'repeated', 'is given twice');
    query[name] = value;
  }
  return query;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isUtf8 = (type: string): boolean => /^utf-?8$/i.test(charset.exec(type)?.[1] ?? 'utf-8');

async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  maxValues: number | undefined,
): Promise<unknown> {
  const type = req.headers['content-type'];
  if (!hasBody(req)) return {};
  if (!type || !jsonType.test(type) || !isUtf8(type)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const bytes = await readBytes(req, res);
  return bytes.length === 0 ? {} : parseInTurn(bytes, maxValues);
}

/** The fields of a form as a browser posts it (WHATWG URL, 5.1). @throws 400 for a field that is given twice */
async function readUrlEncoded(
  req: IncomingMessage,
  res: ServerResponse,
): Promise<Record<string, string>> {
  if (!hasBody(req)) return {};
  if (!isUtf8(req.headers['content-type'] ?? ''))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send forms in UTF-8.');
  return readQuery((await readBytes(req, res)).toString());
}

async function readBytes(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
  return new Promise<Buffer>((resolve, reject) => {
    const request = req as IncomingMessage & { body?: Buffer };
    readRaw(request as express.Request, res as express.Response, (error?: unknown) =>
      error ? reject(fromBodyError(error)) : resolve(request.body ?? Buffer.alloc(0)),
    );
  });
}

const tooLarge = () =>
  new ApiError('PAYLOAD_TOO_LARGE', 'The body is larger than 5 MB. Send less at a time.');

/** What raw-body says when it cannot read a body. */
function fromBodyError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') {
    return tooLarge();
  }
  if (type === 'encoding.unsupported') {
    return new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body plain, or with Content-Encoding gzip, deflate or br.',
    );
  }
  return status && status < 500
    ? new ApiError('INVALID_JSON', 'The body could not be read whole. Send it again.')
    : error;
}

/** The version in `If-Match: "3"`; none for `*`. */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (!version)
    throw ApiError.invalid(
      'If-Match',
      'invalid_version',
      'must be the ETag of an answer, such as "3"',
    );
  return Number(version);
}

function validate<T extends z.ZodObject>(
  schema: T,
  value: unknown,
  where: 'query' | 'body',
): z.infer<T> {
  const result = schema.safeParse(value, { error: explainIssue });
  if (result.success) return result.data;
  throw fromIssues(result.error.issues, where);
}

function fromIssues(issues: z.core.$ZodIssue[], where: string): ApiError {
  const details = issues.slice(0, 50).map((issue) => ({
    path: pathText(issue.path) || where,
    code: issue.code,
    message: issue.message,
  }));
  const first = details[0];
  const tooLarge = issues.find((issue) => issue.message === 'BATCH_TOO_LARGE');
  if (tooLarge) {
    const path = pathText(tooLarge.path);
    return new ApiError(
      'BATCH_TOO_LARGE',
      `${path} holds more than 100 items. Send several batches.`,
      { param: path },
    );
  }
  return new ApiError('VALIDATION_ERROR', `${first?.path}: ${first?.message}`, {
    details,
    param: first?.path,
  });
}

/** `objects[3].properties` */
export function pathText(path: PropertyKey[]): string {
  return path
    .map((step, index) =>
      typeof step === 'number' ? `[${step}]` : index ? `.${String(step)}` : String(step),
    )
    .join('');
}
