import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { type IfMatch, readIfMatch } from './if-match.ts';
import { inField, parseJsonText } from './json-body.ts';
import { parseInTurn } from './large-bodies.ts';
import { type FileTaker, inMemory, isMultipart, readForm } from './multipart.ts';
import { readPairs } from './pairs.ts';
import { parametersOf, withoutTracking } from './parameters.ts';
import { isPlatform, mindsIfMatch, type Route } from './route.ts';
import { isForeign } from './strict.ts';
import { validate } from './validate.ts';

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
  const condition = ifMatchOf(route, req.headers['if-match']);
  const body = await readFields(route, req, res, taker);
  return { ...body, ...query, ...params, ...condition };
}

/** Returns what app.match_check is given. @throws 400 for a header that is broken */
export function ifMatchOf(route: Route, header: string | undefined): { if_match?: IfMatch } {
  if (route.method === 'GET') return {};
  const ifMatch = readIfMatch(header);
  return ifMatch !== undefined && mindsIfMatch(route) ? { if_match: ifMatch } : {};
}

async function readFields(
  route: Route,
  req: IncomingMessage,
  res: ServerResponse,
  taker: FileTaker<unknown>,
): Promise<Args> {
  const { upload, takesForm, takesBytes } = route;
  if (takesBytes) return {};
  if (!route.body && !hasBody(req)) return {};
  const body = bodyOf(route);
  if (takesForm && formType.test(req.headers['content-type'] ?? ''))
    return checkTexts(body, await readUrlEncoded(req, res));
  if (!upload || !isMultipart(req)) return checkBody(body, await readBody(route, req, res));
  const { fields, file } = await readForm(req, res, upload, taker);
  try {
    if (!file && fields.file !== undefined)
      throw ApiError.invalid(
        'file',
        'invalid_file',
        'must be a file, as curl -F file=@photo.jpg sends it',
      );
    return { ...checkTexts(body, fields), file };
  } catch (error) {
    if (file) await taker.drop?.(file.content);
    throw error;
  }
}

const nothing = z.object({});
const bodies = new WeakMap<Route, z.ZodObject>();
const tenantName = z.string().max(100).optional();

/** Returns the schema of a route's body: empty for a route without one; a tenant's route may name the tenant in it. */
function bodyOf(route: Route): z.ZodObject {
  const known = bodies.get(route);
  if (known) return known;
  const own = route.body ?? nothing;
  const isWhole = isPlatform(route) || isForeign(own) || 'tenant_id' in own.shape;
  const all = isWhole ? own : own.safeExtend({ tenant_id: tenantName });
  bodies.set(route, all);
  return all;
}

/** Fields that came as texts, wherever they stood: in a form, or in a header. */
export const checkTexts = (schema: z.ZodObject, texts: Record<string, string>): Args =>
  checkBody(schema, fromForm(schema, texts));

/** The fields of a form are texts: what its schema does not take as one is read as JSON. */
function fromForm(schema: z.ZodObject, fields: Record<string, string>): Args {
  const values: Args = Object.create(null);
  for (const [name, text] of Object.entries(fields)) {
    const field = Object.hasOwn(schema.shape, name) && (schema.shape[name] as z.ZodType);
    if (field) checkText(name, text);
    values[name] = !field || field.safeParse(text).success ? text : asJson(name, text);
  }
  return values;
}

/** @throws 400 for JSON that cannot be kept; what is not JSON is a text, which its schema refuses */
function asJson(name: string, text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (error) {
    if ((error as ApiError).code !== 'INVALID_JSON') throw inField(name, error);
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

/** The parameters of a route in a query. @throws 400 for others */
export function checkQuery(route: Route, search: string): Args {
  if (route.hasOwnAddress || (search === '' && !route.query)) return {};
  const given = withoutTracking(route, readQuery(search));
  const query = validate(parametersOf(route), given, 'query');
  const own = Object.entries(query).filter(([name]) => route.query && name in route.query.shape);
  return Object.fromEntries(own);
}

/** That a page has no parameters beside those that links bring along. @throws 400 for others */
export const checkNoQuery = (search: string): unknown =>
  validate(nothing, withoutTracking({ isLink: true }, readQuery(search)), 'query');

/** The documented fields of a body. @throws 400 for others */
export const checkBody = (schema: z.ZodObject, body: unknown): Args =>
  validate(schema, body, 'body');

/** The fields of a body that was not sent by itself, of a route that may take none. @throws 400 for others */
export const checkSent = ({ body = nothing }: Route, sent: unknown): Args => checkBody(body, sent);

function checkText(path: string, text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw ApiError.invalid(path, 'invalid_text', 'holds a character that cannot be stored');
  }
}

/** The query as a map without a prototype. A parameter given twice is an error, not a guess. */
export function readQuery(search: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, value] of readPairs(search)) {
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
  { body, maxValues }: Route,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<unknown> {
  const type = req.headers['content-type'];
  if (!hasBody(req)) return {};
  // Some clients send a body of no bytes where none belongs, and say no type of it.
  const early = body ? undefined : await readBytes(req, res);
  if (early?.length === 0) return {};
  if (!type || !jsonType.test(type) || !isUtf8(type)) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  const bytes = early ?? (await readBytes(req, res));
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

/** A whole body as it was sent, uncompressed. @throws 413 beyond maxBodyBytes */
export async function readBytes(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
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

/** Turns the error of raw-body, when it cannot read a body, into an answer. */
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
    ? new ApiError('INVALID_JSON', 'The body could not be read completely. Send it again.')
    : error;
}
