import { z } from 'zod';
import { canBeTried, onlyRedirects, type Route } from '../../../operations/route.ts';
import { contentResponses } from './content.ts';
import { pageContent, requestIdHeader } from './errors.ts';
import { exampleOf } from './examples.ts';
import { answerName } from './names.ts';
import { safeHeaders } from './safe-writes.ts';
import { envelope, type Json, type Schemas } from './schemas.ts';

/** The answers of a route that succeeds: data, a file, a redirect. */
export const goodResponses = (route: Route, schemas: Schemas, example?: unknown): Json => ({
  ...(route.produces ? fileResponses(route.produces) : {}),
  ...(route.sendsContent ? contentResponses(route.produces as string[]) : {}),
  ...(route.redirects ? redirectResponse(route) : {}),
  ...(route.isPage
    ? { 200: { description: 'A page', headers: requestIdHeader, content: pageContent } }
    : {}),
  ...(onlyRedirects(route) || route.returns instanceof z.ZodNever
    ? {}
    : dataResponse(route, schemas, example)),
  ...(route.status === 204
    ? { 204: { description: 'Done', headers: { ...requestIdHeader, ...ownHeaders(route) } } }
    : {}),
  ...(route.isDeferrable ? { 202: { ...dataAnswer(route, schemas), description: 'Queued' } } : {}),
  ...(route.mayExist
    ? { 200: { ...dataAnswer(route, schemas), description: 'The same request made it before' } }
    : {}),
  ...(route.triesAs ? { 200: triedAnswer(route, route.triesAs, schemas) } : {}),
  ...(route.isVersioned && route.method === 'GET' ? { 304: notModified } : {}),
});

function dataResponse(route: Route, schemas: Schemas, example: unknown): Json {
  return {
    [String(route.produces ? 202 : (route.status ?? 200))]: dataAnswer(route, schemas, example),
  };
}

const dataAnswer = (route: Route, schemas: Schemas, example?: unknown) => ({
  description: route.produces ? 'Not ready yet: repeat after `Retry-After` seconds' : 'Done',
  headers: {
    ...requestIdHeader,
    ...(route.isVersioned ? etagHeader : {}),
    ...ownHeaders(route),
    ...(canBeTried(route) ? safeHeaders : {}),
  },
  content: route.bareAs
    ? bareContent(route.bareAs, {
        schema: schemas.of(route.returns, 'output', answerName(route)),
        ...exampleOf(example, true),
      })
    : {
        'application/json': {
          schema: envelope(
            schemas.of(route.returns, 'output', answerName(route)),
            canBeTried(route),
          ),
          ...exampleOf(example, false),
        },
        ...(route.streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
        ...filesOf(route.filesAs ?? []),
      },
});

const triedAnswer = (route: Route, returns: z.ZodType, schemas: Schemas) => ({
  ...dataAnswer({ ...route, returns }, schemas),
  description: 'Tried, and nothing changed',
});

const bareContent = (type: string, media: Json): Json => ({
  'application/json': media,
  [type]: media,
});

const ownHeaders = ({ givesHeaders = {} }: Route): Json =>
  Object.fromEntries(
    Object.entries(givesHeaders).map(([name, description]) => [
      name,
      { schema: { type: 'string' }, description },
    ]),
  );

const redirectResponse = (route: Route): Json => ({
  [route.method === 'GET' || route.redirects === 'always_302' ? 302 : 303]: {
    description: 'A redirect to the address in Location',
    headers: { ...requestIdHeader, Location: { schema: { type: 'string' } } },
  },
  // Without an answer of its own, so that readers who look for one find something.
  ...(onlyRedirects(route) ? { default: anyError } : {}),
});

const anyError = {
  description: 'An error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function fileResponses(mediaTypes: string[]): Json {
  if (mediaTypes.includes('text/event-stream'))
    return {
      200: {
        description: 'Events, until one side disconnects',
        headers: requestIdHeader,
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
    };
  return {
    200: {
      description: 'The file',
      headers: {
        ...requestIdHeader,
        'Content-Disposition': { schema: { type: 'string' }, description: 'Its name (RFC 6266)' },
      },
      content: filesOf(mediaTypes),
    },
  };
}

const bytes = { schema: { description: 'The bytes of the file' } };

const filesOf = (mediaTypes: string[]): Json =>
  Object.fromEntries(mediaTypes.map((type) => [type, bytes]));

export const etagHeader = {
  ETag: {
    schema: { type: 'string' },
    description: 'The version of the record, for If-Match and If-None-Match',
    example: '"3"',
  },
};
export const notModified = { description: 'The version still matches If-None-Match' };
