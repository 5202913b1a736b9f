import type { ChartKind } from '../../charts/picture.ts';
import { compute } from '../../computing/compute.ts';
import type { ReportAnswer } from './answer.ts';

/** What is known of a saved report beside its answer. */
export interface AnsweredReport {
  name: string;
  type: string;
  /** Its config_json. */
  question: { metrics?: unknown[] };
  answer: ReportAnswer;
}

/** The charts of the types that have one. */
const kinds: Record<string, ChartKind | undefined> = {
  summary: 'bar',
  timeseries: 'line',
  pivot: 'bar',
  funnel: 'funnel',
};
const size = { width: 640, height: 320 };

/**
 * Draws the figures of a report as SVG.
 * @returns undefined for one that only a table shows: objects, SQL, figures of all objects together
 */
export async function pictureOf(
  tenant: string,
  { type, question, answer }: AnsweredReport,
): Promise<string | undefined> {
  const kind = kinds[type];
  const names = answer.columns.map(({ name }) => name);
  const measured = type === 'funnel' ? 1 : (question.metrics?.length ?? 1);
  const dimensions = names.slice(0, names.length - measured);
  if (!kind || dimensions.length === 0 || answer.rows.length === 0) return undefined;
  const measures = names.slice(dimensions.length);
  const { rows, previous } = answer;
  const figures = { rows, dimensions, measures, ...(previous ? { previous } : {}) };
  return compute(tenant, 'chart', { kind, figures, look: { ...size, isDark: false } });
}
