/** A panel: expressions of PromQL, each with its legend. */
export interface Panel {
  title: string;
  /** Of Grafana: s, bytes, reqps, … */
  unit: string;
  draws: [expression: string, legend: string][];
  /** One number instead of a graph; red from this value on. */
  alarmAt?: number;
  /** The same, red below this value. */
  alarmBelow?: number;
}

const rate = '[$__rate_interval]';
const ofInsula = 'and on (job, instance) insula_build_info';
/** The share of requests, or of waits, that is below the figure of the panel. */
const quantile = (share: number, metric: string, by: string) =>
  `histogram_quantile(${share}, sum by (${by}) (rate(${metric}_bucket${rate})))`;
const age = (metric: string) => `time() - max by (type) (${metric})`;

/** Figures about the database are the same in each process, so the largest is shown; counts of processes are added up. */
export const rows: Record<string, Panel[]> = {
  'Is it up': [
    {
      title: 'Processes',
      unit: 'none',
      draws: [
        ['count by (version, commit, migration) (insula_build_info)', '{{version}} {{commit}}'],
      ],
    },
    {
      title: 'Workers',
      unit: 'none',
      draws: [['max by (state) (insula_workers)', '{{state}}']],
    },
    {
      title: 'Stuck lanes',
      unit: 'none',
      alarmAt: 1,
      draws: [['sum(insula_worker_lane_stuck)', 'lanes']],
    },
    {
      title: 'Requests that had no answer',
      unit: 'none',
      alarmAt: 1,
      draws: [['sum(insula_request_stuck_total)', 'requests']],
    },
    {
      title: 'Tenants',
      unit: 'none',
      draws: [['max by (status) (insula_tenants)', '{{status}}']],
    },
    {
      title: 'Housekeeping finished',
      unit: 's',
      alarmAt: 10_800,
      draws: [['max(insula_housekeeping_age_seconds)', 'ago']],
    },
    {
      title: 'Impersonations in 24 hours',
      unit: 'none',
      draws: [['sum(increase(insula_impersonations_total[24h]))', 'sessions']],
    },
    {
      title: 'Refused platform keys',
      unit: 'cps',
      draws: [[`sum(rate(insula_platform_auth_failed_total${rate}))`, 'calls']],
    },
    {
      title: 'Secrets sealed with an old key',
      unit: 'none',
      draws: [['max(insula_seal_old_keys)', 'secrets']],
    },
  ],
  Requests: [
    {
      title: 'Requests by status',
      unit: 'reqps',
      draws: [[`sum by (status) (rate(insula_http_request_seconds_count${rate}))`, '{{status}}']],
    },
    {
      title: 'Time to answer',
      unit: 's',
      draws: [0.5, 0.95, 0.99].map((share) => [
        quantile(share, 'insula_http_request_seconds', 'le'),
        `${share * 100} %`,
      ]),
    },
    {
      title: 'Busiest operations',
      unit: 'reqps',
      draws: [
        [
          `topk(10, sum by (operation) (rate(insula_http_request_seconds_count${rate})))`,
          '{{operation}}',
        ],
      ],
    },
    {
      title: 'Slowest operations (95 %)',
      unit: 's',
      draws: [
        [
          `topk(10, ${quantile(0.95, 'insula_http_request_seconds', 'le, operation')})`,
          '{{operation}}',
        ],
      ],
    },
    {
      title: 'Answers 429 by cause',
      unit: 'reqps',
      draws: [[`sum by (cause) (rate(insula_http_throttled_total${rate}))`, '{{cause}}']],
    },
    {
      title: 'Sockets and streams',
      unit: 'none',
      draws: [['sum by (kind) (insula_realtime_connections)', '{{kind}}']],
    },
    {
      title: 'Bytes of bodies and answers in memory',
      unit: 'bytes',
      draws: [['max by (instance) (insula_http_body_bytes)', '{{instance}}']],
    },
  ],
  Work: [
    {
      title: 'Queued, by kind',
      unit: 'none',
      draws: [['max by (kind) (insula_queue_pending)', '{{kind}}']],
    },
    {
      title: 'The oldest that is due',
      unit: 's',
      draws: [['max by (kind) (insula_queue_oldest_seconds)', '{{kind}}']],
    },
    {
      title: 'The oldest that is queued',
      unit: 's',
      draws: [['max by (kind) (insula_queue_age_seconds)', '{{kind}}']],
    },
    {
      title: 'Begun before',
      unit: 'none',
      draws: [['max by (kind) (insula_queue_again)', '{{kind}}']],
    },
    {
      title: 'Attempts by result',
      unit: 'ops',
      draws: [
        [`sum by (kind, result) (rate(insula_work_attempts_total${rate}))`, '{{kind}} {{result}}'],
      ],
    },
    {
      title: 'Dead letters',
      unit: 'none',
      alarmAt: 1,
      draws: [['max(insula_dead_letters)', 'dead']],
    },
    {
      title: 'Journal and feeds: how far behind',
      unit: 's',
      draws: [
        ['max by (step) (insula_journal_lag_seconds)', '{{step}}'],
        ['max(insula_feed_lag_seconds)', 'feeds'],
      ],
    },
    {
      title: 'Operations under way',
      unit: 'none',
      draws: [['max by (kind) (insula_operation_running)', '{{kind}}']],
    },
    {
      title: 'Operations that failed, in 24 hours',
      unit: 'none',
      draws: [['sum by (kind) (increase(insula_operation_failed_total[24h]))', '{{kind}}']],
    },
    {
      title: 'How long operations took (mean)',
      unit: 's',
      draws: [
        [
          'sum by (kind) (rate(insula_operation_seconds_sum[1h])) / sum by (kind) (rate(insula_operation_seconds_count[1h]))',
          '{{kind}}',
        ],
      ],
    },
  ],
  Database: [
    {
      title: 'Connections',
      unit: 'none',
      draws: [['sum by (line, state) (insula_db_connections)', '{{line}} {{state}}']],
    },
    {
      title: 'Statements that wait for a turn',
      unit: 'none',
      draws: [['sum by (line) (insula_db_waiting)', '{{line}}']],
    },
    {
      title: 'How long they waited (99 %)',
      unit: 's',
      draws: [[quantile(0.99, 'insula_db_wait_seconds', 'le, line'), '{{line}}']],
    },
    {
      title: 'Calls that share a statement (mean)',
      unit: 'none',
      draws: [
        [
          `sum by (kind) (rate(insula_db_company_sum${rate})) / sum by (kind) (rate(insula_db_company_count${rate}))`,
          '{{kind}}',
        ],
      ],
    },
    {
      title: 'Connections to the nodes of a cluster',
      unit: 'none',
      draws: [['sum by (node) (insula_db_node_connections)', '{{node}}']],
    },
    {
      title: 'The oldest transaction that writes',
      unit: 's',
      draws: [['max(insula_db_oldest_transaction_seconds)', 'open']],
    },
    {
      title: 'Age of transaction numbers',
      unit: 'none',
      draws: [['max(insula_db_xid_age)', 'transactions']],
    },
    {
      title: 'Clock of the database',
      unit: 's',
      draws: [['max by (instance) (insula_db_clock_skew_seconds)', 'ahead of {{instance}}']],
    },
  ],
  Backups: [
    {
      title: 'BACKUP_TO takes backups',
      unit: 'none',
      alarmBelow: 1,
      draws: [['min(insula_backup_destination_up)', 'up']],
    },
    {
      title: 'The newest backup of each type',
      unit: 's',
      draws: [[age('insula_backup_last_success_timestamp_seconds'), '{{type}}, ago']],
    },
    {
      title: 'Verified',
      unit: 's',
      draws: [['time() - max(insula_backup_verified_timestamp_seconds)', 'ago']],
    },
    {
      title: 'WAL that is not stored',
      unit: 's',
      draws: [['max(insula_backup_wal_lag_seconds)', 'for']],
    },
    {
      title: 'Bytes of WAL that are not stored',
      unit: 'bytes',
      draws: [
        ['max(insula_backup_wal_lag_bytes)', 'not stored'],
        ['max by (slot) (insula_db_replication_slot_lag_bytes)', 'kept for {{slot}}'],
      ],
    },
  ],
  Disk: [
    {
      title: 'Free',
      unit: 'bytes',
      draws: [['min by (disk, instance) (insula_disk_free_bytes)', '{{disk}} {{instance}}']],
    },
    {
      title: 'Writes are refused',
      unit: 'none',
      alarmAt: 1,
      draws: [['max(insula_disk_short)', 'short']],
    },
    {
      title: 'Sizes',
      unit: 'bytes',
      draws: [
        ['max(insula_db_bytes)', 'database'],
        ['max by (kind) (insula_storage_bytes)', '{{kind}}'],
      ],
    },
  ],
  Outgoing: [
    {
      title: 'Held',
      unit: 'none',
      alarmAt: 1,
      draws: [['max(insula_outbound_held)', 'held']],
    },
    {
      title: 'Calls to other servers',
      unit: 'reqps',
      draws: [
        [
          `sum by (kind, result) (rate(insula_outbound_requests_total${rate}))`,
          '{{kind}} {{result}}',
        ],
      ],
    },
    {
      title: 'Deliveries of webhooks',
      unit: 'ops',
      draws: [
        [
          `sum by (result, answer) (rate(insula_webhook_attempts_total${rate}))`,
          '{{result}} {{answer}}',
        ],
      ],
    },
    {
      title: 'Mails and texts',
      unit: 'ops',
      draws: [
        [`sum by (channel, result) (rate(insula_messages_total${rate}))`, '{{channel}} {{result}}'],
      ],
    },
  ],
  Processes: [
    {
      title: 'Lag of the main thread',
      unit: 's',
      draws: [
        [
          'max by (instance) (insula_process_event_loop_lag_seconds{quantile="0.99"})',
          '{{instance}}',
        ],
      ],
    },
    {
      title: 'Spans of traces that were dropped',
      unit: 'cps',
      draws: [[`sum(rate(insula_trace_spans_dropped_total${rate}))`, 'spans']],
    },
    {
      title: 'Processor',
      unit: 'percentunit',
      draws: [[`rate(process_cpu_seconds_total${rate}) ${ofInsula}`, '{{instance}}']],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      draws: [[`process_resident_memory_bytes ${ofInsula}`, '{{instance}}']],
    },
  ],
};
