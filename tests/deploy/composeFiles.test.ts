import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { serverArgs } from '../../scripts/steps/serverArgs.mjs'
import { configFrom } from '../../server/main.ts'
import { startProblems } from '../../server/start/startProblems.ts'
import { settingsOfServer } from '../harness/settingsOfServer.ts'

const folder = path.resolve(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

const Service = z.object({
  image: z.string(),
  restart: z.string(),
  read_only: z.literal(true),
  security_opt: z.array(z.string()),
  cap_drop: z.optional(z.array(z.string())),
  tmpfs: z.optional(z.array(z.string())),
  environment: z.optional(z.record(z.string(), z.string())),
  env_file: z.optional(z.string()),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  healthcheck: z.optional(z.object({ test: z.optional(z.array(z.string())), start_period: z.optional(z.string()) })),
  depends_on: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])),
  stop_grace_period: z.optional(z.string()),
  profiles: z.optional(z.array(z.string())),
})
const Compose = z.object({
  name: z.literal('muster'),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
})
type Service = z.infer<typeof Service>

const compose = (name: string) => Compose.parse(parse(read(name), { merge: true }))

/** The lines of env.example, filled in as its comments say. */
const example = new Map(
  [...read('env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']): [string, string] => [name, value]),
)
const filledIn = new Map([
  ...example,
  ['POSTGRES_PASSWORD', '0123456789abcdef'.repeat(4)],
  ['SECRET', 'fedcba9876543210'.repeat(4)],
  ['OWNER_MOBILE', '+12025550123'],
  ['OWNER_NAME', 'Ana Ruiz'],
  ['AWS_ACCESS_KEY_ID', 'GK0123456789abcdef01234567'],
  ['AWS_SECRET_ACCESS_KEY', '0011223344556677'.repeat(4)],
  ['GARAGE_RPC_SECRET', '8899aabbccddeeff'.repeat(4)],
])
/** Settings of the compose files and of Garage. All others are the server's. */
const notOfServer = ['SITE', 'POSTGRES_PASSWORD', 'GARAGE_RPC_SECRET', 'MUSTER_VERSION']

/** Replaces `${NAME:?words}` and `${NAME:-standard}` as Docker Compose does. */
const interpolate = (text: string) =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, sign: string, words: string) => {
    const value = filledIn.get(name)
    if (value) return value
    if (sign === '?') throw new Error(`${name} is not in env.example`)
    return words
  })
/** The environment of a container, as Docker Compose makes it. */
const environmentOf = ({ env_file: file, environment = {} }: Service) => ({
  ...(file === '.env' && Object.fromEntries(filledIn)),
  ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value)])),
})
const isServer = ({ image }: Service) => image.startsWith('muster')
const seconds = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1])

describe.each([
  ['compose.yaml', ['muster-1', 'muster-2'], ['database', 'objects', 'proxy', 'backup']],
  ['compose.one-server.yaml', ['muster'], ['database', 'proxy']],
])('%s', (file, servers, others) => {
  const { services, volumes } = compose(file)
  const all = Object.entries(services)

  it('has its servers, what they need, and one way in', () => {
    expect(Object.keys(services).toSorted()).toEqual([...servers, ...others].toSorted())
    expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
    const running = all.filter(([, { profiles }]) => !profiles).map(([name]) => name)
    for (const [, { depends_on: needed = [] }] of all)
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed)) expect(running).toContain(name)
  })

  it('gives no program a root that can be written, new rights, or a version that changes by itself', () => {
    for (const [name, service] of all) {
      expect([name, service.security_opt]).toEqual([name, ['no-new-privileges:true']])
      if (name !== 'database') expect([name, service.cap_drop]).toEqual([name, ['ALL']])
      if (!isServer(service)) expect(service.image).toMatch(/:(?!latest)[\w.-]*\d[\w.-]*$/)
    }
  })

  it('knows of each program whether it works', () => {
    // The image of the server has its own check.
    for (const [name, service] of all) expect([name, isServer(service) || service.healthcheck?.test !== undefined]).toEqual([name, true])
    for (const name of servers) {
      const needed = services[name]?.depends_on
      const conditions = needed && !Array.isArray(needed) ? Object.values(needed).map(({ condition }) => condition) : []
      expect(new Set(conditions)).toEqual(new Set(['service_healthy']))
      // Without it, three checks after 15 s of a slow first start would end the start of the servers.
      for (const one of Object.keys(needed ?? {})) expect([one, seconds(services[one]?.healthcheck?.start_period)]).toEqual([one, 60])
    }
  })

  it('keeps in volumes what has to last, and declares each', () => {
    const named = all.flatMap(([, { volumes: used = [] }]) =>
      used.map((one) => one.split(':')[0] ?? '').filter((one) => !one.startsWith('.')),
    )
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(volumes).toSorted())
    const ofServers = servers.flatMap((name) => services[name]?.volumes ?? [])
    expect(new Set(ofServers).size).toBe(servers.length)
    for (const volume of ofServers) expect(volume).toMatch(/:\/data$/)
  })

  it('starts servers for real work with settings that they know', () => {
    const known = settingsOfServer()
    for (const [name, service] of all.filter(([, one]) => isServer(one))) {
      const environment = environmentOf(service)
      const unknown = Object.keys(environment).filter((one) => !known.has(one) && !notOfServer.includes(one) && one !== 'npm_config_cache')
      expect([name, unknown]).toEqual([name, []])
      const config = configFrom({ ...environment, HOST: '0.0.0.0' })
      expect(config.demo).toBe(false)
      expect(startProblems({ ...config, host: '0.0.0.0', demo: false, http: config.http ?? expect.fail('no settings of http') })).toEqual(
        [],
      )
    }
  })

  it('waits until a server has drained and finished its work', () => {
    for (const name of servers) {
      const service = services[name]
      const drain = Number(service && environmentOf(service)['DRAIN_SECONDS']) || 0
      expect(seconds(service?.stop_grace_period)).toBeGreaterThan(drain + 10)
    }
  })

  it('leads the proxy to its servers', () => {
    const { SERVERS, SITE } = services['proxy']?.environment ?? {}
    expect(SERVERS).toBe(servers.map((name) => `${name}:8080`).join(' '))
    expect(SITE).toContain('SITE')
    for (const name of ['SERVERS', 'SITE']) expect(read('Caddyfile')).toContain(`{$${name}}`)
  })
})

it('each setting of env.example is one that a server or a compose file reads, and each that the files demand is there', () => {
  const known = settingsOfServer()
  expect([...example.keys()].filter((name) => !known.has(name) && !notOfServer.includes(name))).toEqual([])
  const files = ['compose.yaml', 'compose.one-server.yaml'].map(read).join('\n')
  const demanded = new Set([...files.matchAll(/\$\{(\w+):/g)].map(([, name]) => name))
  expect([...demanded].filter((name) => !example.has(name ?? ''))).toEqual([])
  for (const name of notOfServer) expect(demanded).toContain(name)
})

it('the balancer learns of a server that stops before it takes no more requests', () => {
  const caddy = read('Caddyfile')
  expect(caddy).toMatch(/^\s*health_uri \/readyz$/m)
  const interval = seconds(/^\s*health_interval (\S+)$/m.exec(caddy)?.[1])
  for (const name of ['muster-1', 'muster-2']) {
    const drain = Number(compose('compose.yaml').services[name]?.environment?.['DRAIN_SECONDS'])
    expect(drain).toBeGreaterThanOrEqual(2 * interval)
  }
})

it('the store of compose.yaml has a file on its disk before it answers, and its bucket is the one of the servers', () => {
  const garage = read('garage.toml')
  for (const line of ['metadata_fsync = true', 'data_fsync = true']) expect(garage).toContain(`\n${line}\n`)
  const { services } = compose('compose.yaml')
  const server = services['muster-1']
  const bucket = configFrom(server ? environmentOf(server) : {}).filesBucket
  expect(bucket).toMatchObject({
    bucket: services['objects']?.environment?.['GARAGE_DEFAULT_BUCKET'],
    endpoint: `http://objects:${/s3_api\][^[]*api_bind_addr = "0\.0\.0\.0:(\d+)"/.exec(garage)?.[1]}`,
    region: /s3_region = "(\w+)"/.exec(garage)?.[1],
  })
  expect(garage).toContain('"/var/lib/garage/')
  expect(services['objects']?.volumes).toContain('objects:/var/lib/garage')
})

describe('the image', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  const last = stages.at(-1) ?? ''

  it('has the release alone, without the tools of the build', () => {
    expect(stages).toHaveLength(2)
    expect(last).toMatch(/^node:\$\{NODE\}-alpine\n/)
    expect(last.match(/^(?:COPY|ADD).*/gm)).toEqual(['COPY --from=build /release /muster'])
    expect(last).not.toMatch(/npm (?:ci|install)|apk add/)
  })

  it('runs as a user without rights, who owns its volumes', () => {
    expect(last).toMatch(/^USER node$/m)
    expect(last).toMatch(/^RUN mkdir \/data \/backups && chown node:node \/data \/backups$/m)
    expect(last).toMatch(/^VOLUME \/data$/m)
  })

  it('starts the server like npm start', () => {
    expect(last).toContain(`CMD ${JSON.stringify(['node', ...serverArgs, 'dist/server/main.js']).replaceAll(',', ', ')}`)
  })

  it('is alive while its server answers', () => {
    const port = /PORT=(\d+)/.exec(last)?.[1]
    expect(last).toMatch(/^EXPOSE 8080$/m)
    expect(last).toContain(`http://127.0.0.1:${port}/healthz`)
    // A shell between Docker and the server would keep SIGTERM to itself.
    expect(last).toMatch(/^CMD \["node", .*"dist\/server\/main\.js"\]$/m)
  })
})
