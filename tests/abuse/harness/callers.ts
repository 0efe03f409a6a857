import { sql } from 'drizzle-orm'
import { must, cookiesOf, type Kiosk, pairKiosk, type Place, type Site } from './site.ts'
import type { Device, TestServer } from '../../harness/testServer.ts'
import { limits } from '../../../server/domain/limits/limits.ts'

const grantFiles = limits.grantUploads.most.toLocaleString('en-US')
const grantGB = limits.grantKilobytes.most / 1024 ** 2

/** The roles of callers, from the fewest rights to the most. */
export const roles = [
  'anonymous device',
  'worker',
  'foreman',
  'manager',
  'administrator',
  'owner',
  'product administrator',
  'owner elsewhere',
  'kiosk',
  'other kiosk',
  'grant',
  'impersonation',
] as const
export type Role = (typeof roles)[number]

export interface Caller {
  readonly role: Role
  /** The places that this caller belongs to; objects of other places must stay hidden. */
  readonly home: readonly Place[]
  readonly device: Device
}

const homes: Readonly<Record<Role, readonly Place[]>> = {
  'anonymous device': [],
  worker: ['project'],
  foreman: ['project'],
  manager: ['project'],
  administrator: ['project', 'company'],
  owner: ['project', 'company'],
  'product administrator': [],
  'owner elsewhere': ['elsewhere'],
  kiosk: ['project'],
  'other kiosk': ['company'],
  grant: ['project', 'company'],
  impersonation: ['project', 'company'],
}

/** The descriptions in docs/security.md. */
export const roleWords: Readonly<Record<Role, string>> = {
  'anonymous device': 'A device without a signed-in person.',
  worker: 'Worker of the project.',
  foreman: 'Member of the project.',
  manager: 'Administrator of the project, with no part in the billing account.',
  administrator: 'Administrator of both projects of the company and of its billing account.',
  owner: 'Owner of both projects of the company and of its billing account.',
  'product administrator': 'Runs the product; member of no project.',
  'owner elsewhere': 'Owner of a project and a billing account of another company.',
  kiosk: 'A device that is the kiosk of a gate of the project.',
  'other kiosk': 'A device that is the kiosk of a gate of the other project.',
  grant: `The grant that the owner left on a shared device, without a session. It brings in at most ${grantFiles} files and ${grantGB} GB.`,
  impersonation: 'A product administrator who looks at the product as the owner.',
}

/** Wraps a device so that each request also has these headers. */
export function withHeaders(device: Device, own: Readonly<Record<string, string>>): Device {
  return {
    ...device,
    ask: (method, path, body, headers = {}) => device.ask(method, path, body, { ...own, ...headers }),
    get: (path, headers = {}) => device.get(path, { ...own, ...headers }),
    save: (path, body, headers = {}, method = 'POST') => device.save(path, body, { ...own, ...headers }, method),
  }
}

/** Makes one caller of each role. */
export async function makeCallers(server: TestServer, site: Site): Promise<Readonly<Record<Role, () => Promise<Caller>>>> {
  const company = { company: 'Owner' } as const
  const owner = await site.person('Olga Owner', { projects: { project: 'Owner', company: 'Owner' }, accounts: company })
  const people = {
    worker: await site.person('Walter Worker', { projects: { project: 'Worker' } }),
    foreman: await site.person('Fiona Foreman', { projects: { project: 'Member' } }),
    manager: await site.person('Mark Manager', { projects: { project: 'Administrator' } }),
    administrator: await site.person('Ada Administrator', {
      projects: { project: 'Administrator', company: 'Administrator' },
      accounts: { company: 'Administrator' },
    }),
    owner,
    'product administrator': await site.person('Pia Product', { isAdmin: true }),
    'owner elsewhere': await site.person('Otto Elsewhere', { projects: { elsewhere: 'Owner' }, accounts: { elsewhere: 'Owner' } }),
  }
  const again = (mobile: string) => server.person(mobile)
  const kioskOf = async (place: Place) => {
    const kiosk: Kiosk = await pairKiosk(server, await again(owner.mobile), site.homes[place].gate)
    return withHeaders(server.nobody(kiosk.device), { 'x-actor': kiosk.uid, cookie: kiosk.cookie })
  }
  const left = async () => {
    const device = server.nobody()
    await server.running.storage.db.execute(sql`delete from limits`)
    await must(device.ask('POST', '/auth/verify', { mobile: owner.mobile }))
    const pin = await server.lastPin(owner.mobile)
    const signed = await must(device.ask<{ grant: string; uid: string }>('POST', '/auth/signup', { mobile: owner.mobile, pin }))
    await must(device.ask('POST', '/auth/logout', undefined, { 'x-actor': signed.body.uid, cookie: cookiesOf(signed.headers) }))
    return { ...withHeaders(device, { 'x-actor': signed.body.uid, 'x-grant': signed.body.grant }), uid: signed.body.uid }
  }
  const looking = async () => {
    const admin = await again(people['product administrator'].mobile)
    const begun = await must(admin.get(`/api/impersonate?uid=${owner.uid}`))
    return { ...withHeaders(admin, { 'x-actor': owner.uid, cookie: `${admin.cookie}; ${cookiesOf(begun.headers)}` }), uid: owner.uid }
  }
  const devices: Readonly<Record<Role, () => Promise<Device>>> = {
    'anonymous device': async () => server.nobody(),
    worker: () => again(people.worker.mobile),
    foreman: () => again(people.foreman.mobile),
    manager: () => again(people.manager.mobile),
    administrator: () => again(people.administrator.mobile),
    owner: () => again(owner.mobile),
    'product administrator': () => again(people['product administrator'].mobile),
    'owner elsewhere': () => again(people['owner elsewhere'].mobile),
    kiosk: () => kioskOf('project'),
    'other kiosk': () => kioskOf('company'),
    grant: left,
    impersonation: looking,
  }
  return Object.fromEntries(
    roles.map((role) => [role, async (): Promise<Caller> => ({ role, home: homes[role], device: await devices[role]() })]),
  ) as Record<Role, () => Promise<Caller>>
}
