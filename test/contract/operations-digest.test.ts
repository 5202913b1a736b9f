import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationsDigest } from '../../src/docs/operations-digest.ts';
import { openApiDocument } from '../../src/doors/http/openapi.ts';
import { groups } from '../../src/groups/index.ts';

const lines = operationsDigest()
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

it('has a line for each operation of the document, and no other', () => {
  const { paths } = openApiDocument(groups, 'http://localhost') as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) =>
      [method.toUpperCase(), path, operationId].join(' '),
    ),
  );
  expect(lines.map((line) => line.split(' ').slice(0, 3).join(' ')).toSorted()).toEqual(
    documented.toSorted(),
  );
});

it('is sorted by path, whatever the order of groups and routes', () => {
  const keys = lines.map((line) => line.replace(/^(\S+) (\S+).*/, '$2 $1'));
  expect(keys).toEqual(keys.toSorted());
});

it('shows who may call, what goes in, what comes back and what can go wrong', () => {
  const line = (id: string) => lines.find((one) => one.split(' ')[2] === id);
  expect(line('webhook.get')).toBe(
    'GET /v1/webhooks/{webhook_id} webhook.get read (webhooks:manage) -> 200 Webhook 304',
  );
  expect(line('metrics.get')).toBe('GET /metrics metrics.get platformKey -> 200 text/plain');
  expect(line('plan.create')).toMatch(
    /^POST \/owner\/plans plan\.create platform \w+ -> 201 OwnerPlan ALREADY_EXISTS$/,
  );
});

it('is what branches merge, instead of the document', () => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
  expect(read('.gitattributes')).toContain('docs/reference/operations.txt merge=union');
  expect(read('.gitignore')).toMatch(/^openapi\.json$/m);
});
