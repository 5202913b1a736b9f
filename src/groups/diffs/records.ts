/** Records that are neither configuration nor objects: only restores compare them. In the order in which they are made. */
export const recordKinds = [
  ...(['users', 'files', 'file_collections', 'comments', 'short_urls'] as const),
  ...(['vector_collections', 'vectors', 'form_submissions', 'conversations'] as const),
  'private_views',
] as const;
export type RecordKind = (typeof recordKinds)[number];

export const isRecordKind = (kind: string): kind is RecordKind =>
  (recordKinds as readonly string[]).includes(kind);

/** Those that belong to objects, and come with them. */
export const ofObjects: RecordKind[] = ['files', 'comments'];

/** Those that others refer to: they come before objects. */
export const beforeObjects: RecordKind[] = ['users'];

/** The kinds that resources of a restore stand for. */
export const recordsOfResource: Record<string, RecordKind[]> = {
  users: ['users'],
  files: ['files', 'file_collections'],
  'short-urls': ['short_urls'],
  vectors: ['vector_collections', 'vectors'],
  'form-submissions': ['form_submissions'],
  conversations: ['conversations'],
  'private-views': ['private_views'],
};

/** Of these, fewer than of others are put in one transaction: one may be large, or of a thousand rows. */
export const mostPutTogether: Partial<Record<string, number>> = { conversations: 5, vectors: 100 };

/** A record as worker.records answers it, in texts of JSON. */
export interface SourceRecord {
  id: string;
  type: string | null;
  object_id: string | null;
  shown: string;
  record: string;
  /** Rows by their tables, whose secrets are sealed for the tenant. */
  sealed: Record<string, Record<string, unknown>[]> | null;
}
