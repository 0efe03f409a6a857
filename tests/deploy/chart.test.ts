import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { configFrom } from '../../server/main.ts'
import { startProblems } from '../../server/start/startProblems.ts'

// Helm is no part of `npm test`: the objects that it made of the chart are in tests/fixtures/chart. After a change of the
// chart: `PRINT=1 HELM=/path/of/helm npx vitest run tests/deploy/chart.test.ts`.
const chart = path.resolve(import.meta.dirname, '../../deploy/helm/muster')
const fixtures = path.resolve(import.meta.dirname, '../fixtures/chart')
const helm = process.env['HELM']
const read = (name: string) => readFileSync(path.join(chart, name), 'utf8')
const files = readdirSync(chart, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(chart, path.join(entry.parentPath, entry.name)))
  .toSorted()
const templates = files.filter((name) => name.startsWith('templates/') && /\.(?:yaml|tpl)$/.test(name))

const sum = createHash('sha256')
for (const name of files) sum.update(`${name}\n${read(name)}\n`)
const head = `# helm template site deploy/helm/muster, of the chart with the sum ${sum.digest('hex')}\n`

const valuesOf = (name: string) => parse(read(`ci/${name}-values.yaml`)) as Record<string, unknown>
const cases = ['small', 'full'] as const

function render(name: string): string {
  const fixture = path.join(fixtures, `${name}.yaml`)
  if (helm === undefined) return readFileSync(fixture, 'utf8')
  const made = execFileSync(helm, ['template', 'site', chart, '-f', path.join(chart, `ci/${name}-values.yaml`)], { encoding: 'utf8' })
  if (process.env['PRINT']) writeFileSync(fixture, head + made)
  return head + made
}

/** The part of an object with this path, such as `spec.ports.0`; undefined if it is not there. */
const at = (object: unknown, way: string): unknown =>
  way.split('.').reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], object)
const listAt = (object: unknown, way: string) => (at(object, way) ?? []) as readonly unknown[]
const textsAt = (object: unknown, way: string) => at(object, way) as Readonly<Record<string, string>> | undefined
const objectsOf = (name: string): ReadonlyMap<unknown, unknown> =>
  new Map(parseAllDocuments(render(name)).map((document) => [at(document.toJS(), 'kind'), document.toJS() as unknown]))

describe.each(cases)('the chart with the values %s', (name) => {
  const objects = objectsOf(name)
  const deployment = objects.get('Deployment')
  const pod = at(deployment, 'spec.template.spec')
  const container = at(pod, 'containers.0')
  const settings = textsAt(objects.get('ConfigMap'), 'data') ?? {}
  const secrets = textsAt(objects.get('Secret'), 'stringData') ?? {
    DATABASE_URL: 'postgres://a@b/c',
    SECRET: '0123456789abcdef',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }

  it('is in the fixtures as Helm makes it now', () => {
    const fixture = readFileSync(path.join(fixtures, `${name}.yaml`), 'utf8')
    expect(fixture.startsWith(head)).toBe(true)
    if (helm !== undefined) expect(render(name)).toBe(fixture)
  })

  it('replaces pods one by one, and ends none before it has finished', () => {
    expect(at(deployment, 'spec.strategy')).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
    const drain = Number(settings['DRAIN_SECONDS'])
    expect(at(pod, 'terminationGracePeriodSeconds')).toBeGreaterThan(drain + 10)
    // Kubernetes takes a pod out of the service when it ends, and the balancer when it is not ready.
    expect(drain).toBeGreaterThanOrEqual(2 * Number(at(container, 'readinessProbe.periodSeconds')))
  })

  it('asks /readyz for requests and /healthz for life', () => {
    expect(at(container, 'readinessProbe.httpGet')).toEqual({ path: '/readyz', port: 'http' })
    for (const probe of ['livenessProbe', 'startupProbe'])
      expect(at(container, `${probe}.httpGet`)).toEqual({ path: '/healthz', port: 'http' })
    expect(at(container, 'ports')).toEqual([{ name: 'http', containerPort: 8080 }])
  })

  it('gives the server no rights, and nothing to write to but its two folders', () => {
    expect(at(pod, 'securityContext')).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(at(container, 'securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(at(pod, 'automountServiceAccountToken')).toBe(false)
    expect(listAt(container, 'volumeMounts').map((mount) => at(mount, 'mountPath'))).toEqual(['/data', '/tmp'])
    for (const volume of listAt(pod, 'volumes')) expect(Object.keys(volume as object)).toEqual(['name', 'emptyDir'])
  })

  it('starts servers for real work with its settings', () => {
    const config = configFrom({ ...settings, ...secrets })
    expect(config).toMatchObject({ demo: false, publicUrl: 'https://site.example.com', filesBucket: { bucket: 'muster-files' } })
    expect(startProblems({ ...config, host: '0.0.0.0', demo: false, http: config.http ?? expect.fail('no settings of http') })).toEqual([])
    expect(at(container, 'envFrom')).toEqual([
      { configMapRef: { name: 'site' } },
      { secretRef: { name: name === 'small' ? 'muster' : 'site' } },
    ])
  })

  it('names the pods of the service, of the budget and of its other objects by the same labels', () => {
    const labels = at(deployment, 'spec.selector.matchLabels')
    expect(labels).toEqual({ 'app.kubernetes.io/name': 'muster', 'app.kubernetes.io/instance': 'site' })
    expect(at(deployment, 'spec.template.metadata.labels')).toMatchObject(labels as object)
    const service = objects.get('Service')
    expect(at(service, 'spec')).toEqual({ selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] })
    expect(at(objects.get('PodDisruptionBudget'), 'spec')).toEqual({ minAvailable: 1, selector: { matchLabels: labels } })
    const spread = listAt(pod, 'topologySpreadConstraints').map((constraint) => at(constraint, 'labelSelector.matchLabels'))
    expect(spread).toEqual([labels, labels])
    for (const [kind, way] of [
      ['NetworkPolicy', 'spec.podSelector.matchLabels'],
      ['ServiceMonitor', 'spec.selector.matchLabels'],
    ] as const)
      if (objects.has(kind)) expect(at(objects.get(kind), way)).toEqual(labels)
    expect(at(objects.get('Ingress'), 'spec.rules.0.http.paths.0.backend.service')).toEqual({ name: 'site', port: { name: 'http' } })
  })
})

describe('the parts of the chart', () => {
  it('are those that the values ask for', () => {
    const always = ['ConfigMap', 'Deployment', 'Ingress', 'PodDisruptionBudget', 'Service']
    expect([...objectsOf('small').keys()].toSorted()).toEqual(always)
    const more = ['HorizontalPodAutoscaler', 'NetworkPolicy', 'Secret', 'ServiceMonitor']
    expect([...objectsOf('full').keys()].toSorted()).toEqual([...always, ...more].toSorted())
    expect(at(objectsOf('small').get('Deployment'), 'spec.replicas')).toBe(2)
    // The autoscaler decides.
    expect(at(objectsOf('full').get('Deployment'), 'spec')).not.toHaveProperty('replicas')
  })
})

describe('the values of the chart', () => {
  const schema = JSON.parse(read('values.schema.json')) as {
    readonly properties: Readonly<Record<string, { readonly properties?: object }>>
  }
  const accepts = new Ajv({ allErrors: true, strict: false }).compile(schema)
  const standard = parse(read('values.yaml')) as Readonly<Record<string, object>>
  const merged = (more: object) => ({ ...standard, ...more })
  const problems = (values: object) =>
    accepts(values) ? [] : (accepts.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)

  it.each(cases)('%s are accepted', (name) => expect(problems(merged(valuesOf(name)))).toEqual([]))

  it('need a database, a secret and a bucket, and say so', () => {
    const found = problems(standard)
    expect(found).toContain('/filesUrl must match pattern "^s3://"')
    for (const one of ['DATABASE_URL', 'SECRET', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      expect(found).toContain(`/secrets must have required property '${one}'`)
  })

  it.each([
    ['a secret among the settings', { settings: { SECRET: 'a' } }],
    ['a password among the settings', { settings: { DATABASE_READ_URL: 'postgres://a:b@c/d' } }],
    ['a setting that the chart makes', { settings: { PUBLIC_URL: 'https://a.example' } }],
    ['two places for secrets', { secrets: { SECRET: 'a' } }],
    ['a name that is not there', { replica: 3 }],
    ['an address instead of a host', { host: 'https://site.example.com' }],
    ['no room to finish', { terminationGracePeriodSeconds: 5 }],
  ])('%s is refused', (_, more) => expect(problems(merged({ ...valuesOf('small'), ...more }))).not.toEqual([]))

  it('are each in the schema, and each is used by a template', () => {
    const { global: ofHelm, ...known } = schema.properties
    expect(ofHelm).toBeDefined()
    expect(Object.keys(known).toSorted()).toEqual(Object.keys(standard).toSorted())
    const code = templates.map(read).join('\n')
    const names = Object.entries(standard).flatMap(([name, value]) => {
      const inside = known[name]?.properties === undefined ? [] : Object.keys(value).map((key) => `${name}.${key}`)
      return inside.length > 0 ? inside : [name]
    })
    expect(names.filter((name) => !new RegExp(`\\.Values\\.${name.replace('.', '\\.')}\\b`).test(code))).toEqual([])
    const used = [...code.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = '']) => name.split('.'))
    expect(
      used.filter(([first = '', second]) => !(first in standard && (second === undefined || second in (standard[first] ?? {})))),
    ).toEqual([])
  })
})
