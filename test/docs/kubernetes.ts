import { z } from 'zod';

/** The fields of the resources that docs/operate/deploying.md shows: another word there would be ignored, or refused. */

const seconds = z.int().positive();
const labels = z.record(z.string(), z.string());
const selector = z.strictObject({ matchLabels: labels });
const cpu = z.string().regex(/^\d+m?$/);
const memory = z.string().regex(/^\d+(Mi|Gi)$/);

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/health', '/ready']), port: z.string() }),
  periodSeconds: seconds,
  timeoutSeconds: seconds.optional(),
  failureThreshold: seconds.optional(),
});

/** The level "restricted" of the Pod Security Standards, and a file system that nothing is written to. */
const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  envFrom: z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
      z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
    ]),
  ),
  ports: z.array(z.strictObject({ name: z.string().max(15), containerPort: z.int() })).optional(),
  lifecycle: z
    .strictObject({
      preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }),
    })
    .optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  resources: z.strictObject({
    requests: z.strictObject({ cpu, memory }),
    limits: z.strictObject({ memory }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
});

const pod = z.strictObject({
  restartPolicy: z.enum(['OnFailure', 'Never']).optional(),
  terminationGracePeriodSeconds: seconds.optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().positive(),
    fsGroup: z.int().positive(),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z
    .array(
      z.strictObject({
        maxSkew: z.int().positive(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
        labelSelector: selector,
      }),
    )
    .optional(),
  containers: z.array(container),
  volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
});

const metadata = z.strictObject({ name: z.string().regex(/^[a-z0-9-]+$/) });

export const resource = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('ConfigMap'),
    metadata,
    data: z.record(z.string(), z.string()),
  }),
  z.strictObject({
    apiVersion: z.literal('batch/v1'),
    kind: z.literal('Job'),
    metadata,
    spec: z.strictObject({ template: z.strictObject({ spec: pod }) }),
  }),
  z.strictObject({
    apiVersion: z.literal('apps/v1'),
    kind: z.literal('Deployment'),
    metadata,
    spec: z.strictObject({
      replicas: z.int().positive(),
      strategy: z
        .strictObject({
          type: z.literal('RollingUpdate'),
          rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }),
        })
        .optional(),
      selector,
      template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
    }),
  }),
  z.strictObject({
    apiVersion: z.literal('policy/v1'),
    kind: z.literal('PodDisruptionBudget'),
    metadata,
    spec: z.strictObject({ minAvailable: z.int().positive(), selector }),
  }),
  z.strictObject({
    apiVersion: z.literal('v1'),
    kind: z.literal('Service'),
    metadata,
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ port: z.int(), targetPort: z.string() })),
    }),
  }),
]);

export type Resource = z.infer<typeof resource>;
