import type { Body } from '../kinds.ts';
import type { Found, Shown } from './tenant-records.ts';

/** Something that a manifest does not hold, and why. */
export interface LeftOut {
  kind: string;
  /** Of what there is; `*` for all of a kind. Anything left out of a part is named behind its key: `boss.permissions`. */
  key: string;
  why: 'secret' | 'data' | 'user' | 'operator' | 'unsupported';
}

/** Why a record is no part of a manifest: `held` when another part says all of it. */
export function whyNot({ kind, record }: Found, all: Found[]): LeftOut['why'] | 'held' | undefined {
  if (kind === 'views' && record.visibility === 'private') return 'user';
  if (kind !== 'jobs') return undefined;
  const isOfReport = ({ schedule }: Shown) => (schedule as Body | null)?.job_id === record.id;
  if (all.some((one) => one.kind === 'reports' && isOfReport(one.record))) return 'held';
  // It happens once, and has happened.
  return isPast(record.run_at) ? 'data' : undefined;
}

const isPast = (moment: unknown): boolean =>
  typeof moment === 'string' && Date.parse(moment) <= Date.now();

/** A member that is missing of a part, by its place there. */
export interface Less {
  member: string;
  why: LeftOut['why'];
}

/** A record without what only its tenant has: what it needs elsewhere to be made as it stands. */
export function portableOf({ kind, record }: Found): { record: Body; less: Less[] } {
  const less: Less[] = [];
  const changed: Body = {};
  if (kind === 'webhooks') less.push({ member: 'secret', why: 'secret' });
  if (kind === 'roles' && (record.permissions as string[]).includes('*')) {
    changed.permissions = (record.permissions as string[]).filter((name) => name !== '*');
    less.push({ member: 'permissions', why: 'unsupported' });
  }
  const index = record.ai_index as Body | null;
  if (kind === 'object_types' && index) {
    changed.ai_index = { properties: index.properties };
    if (index.provider_id) less.push({ member: 'ai_index.provider_id', why: 'unsupported' });
  }
  const schedule = record.schedule as Body | null;
  if (kind === 'reports' && schedule) {
    const { job_id: _, next_run_at: __, ...kept } = schedule;
    changed.schedule = kept;
  }
  if (kind === 'functions' && isPast(record.run_at)) {
    Object.assign(changed, { run_at: null, trigger_type: 'manual' });
    less.push({ member: 'run_at', why: 'data' });
  }
  return { record: { ...record, ...changed }, less };
}

/** Ids that stand for nothing elsewhere, by their prefixes. They stay as they are: without them more would be allowed. */
const foreign: Array<[RegExp, LeftOut['why']]> = [
  [/^usr_[0-9a-f]{32}$/, 'user'],
  [/^(obj|file)_[0-9a-f]{32}$/, 'data'],
  [/^(aip|int)_[0-9a-f]{32}$/, 'unsupported'],
];

/** Where a body names what its manifest does not hold. */
export function foreignIn(value: unknown, member = ''): Less[] {
  if (typeof value === 'string') {
    const why = foreign.find(([id]) => id.test(value))?.[1];
    return why ? [{ member, why }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    foreignIn(one, member === '' ? name : `${member}.${name}`),
  );
}
