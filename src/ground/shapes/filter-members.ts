import type { z } from 'zod';
import { hintsFor } from './messages.ts';

const condition = ['property', 'field', 'operator', 'op', 'value'];
const association = ['type', 'direction', 'to_type', 'filters', 'quantifier'];

type Report = (keys: string[], known: string[], path: PropertyKey[]) => void;

/**
 * Refuses members of a filter that mean nothing, as a check of its schema. The filter itself is compiled in the
 * database (app.compile_filter), which ignores unknown members, because stored filters may have some.
 */
export function checkFilterMembers(filter: unknown, ctx: z.RefinementCtx): void {
  visit(filter, [], (keys, known, path) => {
    const message = hintsFor(keys, known);
    ctx.issues.push({ code: 'unrecognized_keys', keys, path, message, input: {} });
  });
}

/** The forms of app.filter_node. */
function visit(node: unknown, path: PropertyKey[], report: Report): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    for (const [at, one] of node.entries()) visit(one, [...path, at], report);
    return;
  }
  const map = node as Record<string, unknown>;
  const [name, ...others] = Object.keys(map);
  if (Object.hasOwn(map, 'operator') || Object.hasOwn(map, 'op')) {
    refuse(map, condition, path, report);
    visitValue(map.value, [...path, 'value'], report);
  } else if (name === undefined || others.length > 0) visitMap(map, path, report);
  else if (['and', 'or', 'not'].includes(name)) visit(map[name], [...path, name], report);
  else if (name === 'association') visitAssociation(map[name], [...path, name], report);
  else visitMap(map, path, report);
}

function visitAssociation(node: unknown, path: PropertyKey[], report: Report): void {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  refuse(node, association, path, report);
  visit((node as { filters?: unknown }).filters, [...path, 'filters'], report);
}

/** `{"status": "open", "amount": {"gte": 10}}`: the names are of properties and operators, which the database knows. */
function visitMap(map: object, path: PropertyKey[], report: Report): void {
  for (const [name, value] of Object.entries(map)) visitValue(value, [...path, name], report);
}

/** `{"$now": "-7 days"}` has one member; a list of values may hold such ones. */
function visitValue(value: unknown, path: PropertyKey[], report: Report): void {
  if (typeof value !== 'object' || value === null) return;
  const variable = Object.keys(value).find((key) => key.startsWith('$'));
  if (variable !== undefined) refuse(value, [variable], path, report);
  else
    for (const [at, one] of Object.entries(value))
      visitValue(one, [...path, Array.isArray(value) ? Number(at) : at], report);
}

function refuse(map: object, known: string[], path: PropertyKey[], report: Report): void {
  const keys = Object.keys(map).filter((key) => !known.includes(key));
  if (keys.length > 0) report(keys, known, path);
}
