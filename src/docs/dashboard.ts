import { type Panel, rows } from './dashboard-panels.ts';

/** Where the generated dashboard lies. */
export const dashboardPath = 'deploy/grafana/insula.json';

// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in
const source = { type: 'prometheus', uid: '${datasource}' };
const width = 8;
const height = 7;

function thresholdsOf({ alarmAt, alarmBelow }: Panel) {
  const [below, from, value] =
    alarmBelow === undefined ? ['green', 'red', alarmAt] : ['red', 'green', alarmBelow];
  return {
    mode: 'absolute',
    steps: [
      { color: below, value: null },
      { color: from, value },
    ],
  };
}

function panelOf(panel: Panel, id: number, x: number, y: number) {
  const { title, unit, draws, alarmAt, alarmBelow } = panel;
  const isNumber = alarmAt !== undefined || alarmBelow !== undefined;
  return {
    id,
    type: isNumber ? 'stat' : 'timeseries',
    title,
    datasource: source,
    gridPos: { h: height, w: width, x, y },
    fieldConfig: {
      defaults: { unit, ...(isNumber ? { thresholds: thresholdsOf(panel) } : { min: 0 }) },
      overrides: [],
    },
    options: isNumber ? { colorMode: 'background' } : { tooltip: { mode: 'multi', sort: 'desc' } },
    targets: draws.map(([expr, legendFormat], index) => ({
      ...{ refId: String.fromCharCode(65 + index), datasource: source, expr, legendFormat },
    })),
  };
}

function panelsOf() {
  const panels: object[] = [];
  let y = 0;
  for (const [title, inRow] of Object.entries(rows)) {
    const gridPos = { h: 1, w: 24, x: 0, y };
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos,
      panels: [],
    });
    y += 1;
    for (const [index, panel] of inRow.entries()) {
      const x = (index % 3) * width;
      panels.push(panelOf(panel, panels.length + 1, x, y + Math.floor(index / 3) * height));
    }
    y += Math.ceil(inRow.length / 3) * height;
  }
  return panels;
}

/** The dashboard for Grafana 11 and newer, to import as it is. Its data source is a variable. */
export const dashboard = (): string =>
  `${JSON.stringify(
    {
      uid: 'insula',
      title: 'Insula',
      tags: ['insula'],
      editable: true,
      schemaVersion: 39,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: {
        list: [
          { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
        ],
      },
      panels: panelsOf(),
    },
    null,
    2,
  )}\n`;
