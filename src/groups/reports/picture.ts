import { drawBeside } from '../../computing/pictures.ts';
import type { ChartKind, Figures } from '../../ground/charts/picture.ts';
import type { ReportAnswer } from './answer.ts';

interface Metric {
  fn: string;
}

/** Of which nothing is zero, and those of them that count: app.question_drawing says the same. */
const adds = new Set(['count', 'distinct', 'sum']);
const counts = new Set(['count', 'distinct']);

/** A saved report with its answer. */
export interface AnsweredReport {
  name: string;
  type: string;
  /** Its config_json. */
  question: { metric?: Metric; metrics?: Metric[]; interval?: string };
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
  const metrics = question.metrics ?? (question.metric ? [question.metric] : [{ fn: 'count' }]);
  const measured = type === 'funnel' ? 1 : metrics.length;
  const dimensions = names.slice(0, names.length - measured);
  if (!kind || dimensions.length === 0 || answer.rows.length === 0) return undefined;
  const measures = names.slice(dimensions.length);
  const { rows, previous } = answer;
  const of = (name: string, at: number) => [name, metrics[at]?.fn ?? 'count'] as const;
  const fns = measures.map(of);
  const figures: Figures = {
    rows,
    dimensions,
    measures,
    missing: Object.fromEntries(fns.map(([name, fn]) => [name, adds.has(fn) ? 'zero' : 'gap'])),
    units: Object.fromEntries(
      fns.flatMap(([name, fn]) => (counts.has(fn) ? [[name, 'count']] : [])),
    ),
    ...(question.interval ? { interval: question.interval } : {}),
    ...(previous ? { previous } : {}),
  };
  return drawBeside(tenant, kind, figures, { ...size, isDark: false });
}
