import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { TeamRole } from '../../../contract/endpoints/sign-in.ts'
import { rows } from '../../../server/storage/database.ts'
import { type Device, newId, sha256, type TestServer } from '../../harness/testServer.ts'

/** The place of an object: the caller's project, another project of the same company, or another company. */
export const places = ['project', 'company', 'elsewhere'] as const
export type Place = (typeof places)[number]

/**
 * A project and one object of each kind in it. All its texts contain `marker`, which appears in no other
 * project.
 */
export interface Home {
  readonly place: Place
  readonly marker: string
  readonly team: string
  readonly billing: string
  readonly site: string
  /** The member of the project who wrote its records, and their signed-in device. */
  readonly author: Device
  /** Uid of an administrator of the billing account. */
  readonly treasurer: string
  /** Key of the form of `bot`; only members may fill it in. */
  readonly form: string
  readonly gateForm: string
  readonly bot: string
  readonly gate: string
  readonly chatBot: string
  readonly record: string
  /** A record of a bot for permits. */
  readonly permit: string
  /** A file in `record`. */
  readonly file: string
  /** A file uploaded by the author, in no record yet. */
  readonly loose: string
  readonly execution: string
  readonly chat: string
  readonly library: string
  readonly device: string
  readonly report: string
  readonly kiosk: Kiosk
}

export interface Kiosk {
  readonly code: string
  readonly uid: string
  readonly token: string
  readonly cookie: string
  readonly device: string
}

export interface Site {
  readonly homes: Readonly<Record<Place, Home>>
  /** A person with this role in these projects, signed in on a device of their own. */
  person(name: string, roles: Roles): Promise<Device & { readonly mobile: string }>
}

export interface Roles {
  readonly projects?: Partial<Record<Place, TeamRole>>
  readonly accounts?: Partial<Record<'company' | 'elsewhere', 'Owner' | 'Administrator' | 'Member'>>
  readonly isAdmin?: boolean
}

let lastMobile = 5000

/** Builds three projects of two companies on a server with the demo company, and uses the demo's forms. */
export async function buildSite(server: TestServer): Promise<Site> {
  const { db } = server.running.storage
  const accounts = { company: newId(), elsewhere: newId() }
  const teams: Record<Place, string> = { project: newId(), company: newId(), elsewhere: newId() }
  const marks: Record<Place, string> = { project: 'Quartzfield', company: 'Basaltmoor', elsewhere: 'Granitehaven' }
  const accountOf = (place: Place) => (place === 'elsewhere' ? accounts.elsewhere : accounts.company)
  await db.execute(sql`insert into billing_accounts (id, name, status, plan) values
    (${accounts.company}, 'Slateworks Company', 'Active', 'typical-site-month'), (${accounts.elsewhere}, 'Granitehaven Company', 'Active', 'typical-site-month')`)
  for (const place of places)
    await db.execute(sql`insert into teams (id, name, billing) values (${teams[place]}, ${`${marks[place]} Tower`}, ${accountOf(place)})`)

  const person: Site['person'] = async (name, { projects = {}, accounts: paid = {}, isAdmin = false }) => {
    const [uid, mobile] = [newId(), `+1202555${(lastMobile += 1)}`]
    const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`
    await db.execute(
      sql`insert into people (uid, name, mobile, email, is_admin, lang) values (${uid}, ${name}, ${mobile}, ${email}, ${isAdmin}, 'en')`,
    )
    for (const [place, role] of Object.entries(projects))
      await db.execute(sql`insert into members (team, uid, role) values (${teams[place as Place]}, ${uid}, ${role})`)
    for (const [account, role] of Object.entries(paid))
      await db.execute(sql`insert into billing_members (billing, uid, role) values (${accounts[account as 'company']}, ${uid}, ${role})`)
    return { ...(await server.person(mobile)), mobile }
  }

  const boss = await person('Site Builder', {
    projects: { project: 'Owner', company: 'Owner', elsewhere: 'Owner' },
    accounts: { company: 'Owner', elsewhere: 'Owner' },
  })
  const treasurers = {
    company: (await person('Slateworks Treasurer', { accounts: { company: 'Administrator' } })).uid,
    elsewhere: (await person('Granitehaven Treasurer', { accounts: { elsewhere: 'Administrator' } })).uid,
  }
  const built = await Promise.all(
    places.map((place) =>
      buildHome(server, {
        place,
        marker: marks[place],
        team: teams[place],
        billing: accountOf(place),
        treasurer: treasurers[place === 'elsewhere' ? place : 'company'],
        boss,
        person,
      }),
    ),
  )
  // The person who built the projects has no rights in them.
  await db.execute(sql`delete from members where uid = ${boss.uid}`)
  await db.execute(sql`delete from billing_members where uid = ${boss.uid}`)
  const [project, company, elsewhere] = built as [Home, Home, Home]
  return { homes: { project, company, elsewhere }, person }
}

interface Plot {
  readonly place: Place
  readonly marker: string
  readonly team: string
  readonly billing: string
  readonly treasurer: string
  readonly boss: Device
  readonly person: Site['person']
}

async function buildHome(server: TestServer, { place, marker, team, billing, treasurer, boss, person }: Plot): Promise<Home> {
  const { db } = server.running.storage
  const [bot, gate, chatBot, permits, execution, chat, library] = Array.from({ length: 7 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const [form, gateForm, permitForm, site] = [`form-${place}`, `gate-${place}`, `permits-${place}`, `site-${place}`]
  const author = await person(`${marker} Author`, { projects: { [place]: 'Member' } })

  await db.execute(
    sql`insert into sites (id, team, name, timezone, country) values (${site}, ${team}, ${`${marker} Yard`}, 'America/New_York', 'us')`,
  )
  const copyForm = async (key: string, from: string) => {
    const [made] = await rows(
      db,
      z.object({ settings: z.record(z.string(), z.unknown()), version: z.string() }),
      sql`select settings, version from forms where key = ${from}`,
    )
    const settings = JSON.stringify({ ...made?.settings, name: `${marker} ${from}`, public: false })
    await db.execute(
      sql`insert into forms (key, team, settings, version, public) values (${key}, ${team}, ${settings}::jsonb, ${made?.version}, false)`,
    )
    await db.execute(
      sql`insert into form_versions (key, revision, settings, version, public) values (${key}, 1, ${settings}::jsonb, ${made?.version}, false)`,
    )
  }
  await copyForm(form, 'manpower')
  await copyForm(gateForm, 'check-in')
  await copyForm(permitForm, 'manpower')
  for (const [id, kind, ownForm] of [
    [bot, 'manpower', form],
    [gate, 'attendance', gateForm],
    [chatBot, 'pre-task-plan', form],
    [permits, 'site-permits', permitForm],
  ] as const)
    await db.execute(sql`insert into automations (id, team, owner, class, title, form, site)
      values (${id}, ${team}, ${author.uid}, ${kind}, ${`${marker} ${kind}`}, ${ownForm}, ${site})`)
  await db.execute(sql`insert into lookup_items (team, lookup, id, label, attributes)
    select ${team}, lookup, id, ${`${marker} `} || label, attributes from lookup_items where team = (select team from forms where key = 'manpower') and lookup = 'vendors' limit 3`)

  const file = await author.upload(`${marker} picture`)
  const loose = await author.upload(`${marker} loose`)
  const record = `forms/${form}/${newId()}`
  const photo = { id: file.id, name: 'photo.jpg', filename: 'photo.jpg', type: 'image/jpeg', url: `/api/files/${file.id}` }
  const bytes = Buffer.from(`${marker} picture`)
  await must(
    author.save(record, {
      payload: { description: `${marker} leak`, photos: [photo] },
      files: [{ id: file.id, sha256: sha256(bytes), size: bytes.length }],
      feed: false,
    }),
  )
  const permit = `forms/${permitForm}/${newId()}`
  // A decision is texted to the person who asked, and the made-up company shows its phones to everybody.
  const asker = await person(`Permit Asker of ${place}`, { projects: { [place]: 'Member' } })
  await must(asker.save(permit, { payload: { permit: 'Hot work', company: `${marker} Steel` }, feed: false }))
  const lastAt = new Date().toISOString()
  const model = {
    title: `${marker} contact`,
    label: `${marker} contact`,
    contact: { name: `${marker} contact` },
    lastAt,
    date: lastAt.slice(0, 10),
    automation: bot,
  }
  await db.execute(sql`insert into executions (id, team, automation, owner, kind, mobile, day, phase, model)
    values (${execution}, ${team}, ${bot}, ${author.uid}, 'manpower', ${`+1303555${lastMobile}`}, current_date, 'decide', ${JSON.stringify(model)}::jsonb)`)
  await must(author.ask('POST', `/api/chat/${chat}`, { message: `${marker} hello`, bot: chatBot, id: newId() }))
  await must(
    boss.save(`libraries/${library}`, {
      payload: { key: library, billingAccount: billing, name: `${marker} talks`, type: 'Toolbox', deleted: false },
    }),
  )
  const ticket = await must(boss.ask<{ url: string }>('POST', '/api/device/ticket', { billing }))
  const tablet = server.nobody()
  const code = decodeURIComponent(ticket.body.url.split('/').at(-1) ?? '')
  const joined = await must(tablet.ask<{ token: string }>('POST', '/api/device/register', { code, name: `${marker} tablet` }))
  const facts = { app: '1', forms: [], unsent: { count: 0 }, at: 'app' }
  const report = { token: joined.body.token, versionCode: 156_060_001, now: new Date().toISOString(), locked: false, facts, acks: [] }
  await must(tablet.ask('POST', '/api/device/ping', report))
  const start = new Date().toISOString().slice(0, 10)
  const statistics = await must(author.ask<{ session: string }>('POST', '/api/statistics', { start, end: start, projects: [team] }))
  await db.execute(sql`insert into attendance_doubts (path, team, reasons, received_at)
    values (${`forms/${gateForm}/doubtful00000000000${places.indexOf(place)}`}, ${team}, '["future"]'::jsonb, now())`)
  const kiosk = await pairKiosk(server, boss, gate)
  await must(boss.ask('POST', `/api/automation/${gate}/kiosk/gate`, { on: true }))
  return {
    place,
    marker,
    team,
    billing,
    site,
    author,
    treasurer,
    form,
    gateForm,
    bot,
    gate,
    chatBot,
    record,
    permit,
    file: file.id,
    loose: loose.id,
    execution,
    chat,
    library,
    device: tablet.device,
    report: statistics.body.session,
    kiosk,
  }
}

/** Makes a new device a kiosk of a gate, with a ticket of an authorized person. */
export async function pairKiosk(server: TestServer, boss: Device, gate: string): Promise<Kiosk> {
  const ticket = await must(boss.ask<{ ticket: string; code: string }>('POST', `/api/automation/${gate}/kiosk/ticket`, {}))
  const tablet = server.nobody()
  const answer = await must(
    tablet.ask<{ pairing: { uid: string; token: string } }>('POST', `/api/kiosk/${ticket.body.code}/ticket`, {
      ticket: ticket.body.ticket,
      deviceCode: 'GATE2345',
    }),
  )
  return { ...answer.body.pairing, code: ticket.body.code, cookie: cookiesOf(answer.headers), device: tablet.device }
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** For calls that build the site: a refusal is an error of the test. */
export async function must<A extends { readonly status: number; readonly text: string }>(asked: Promise<A>): Promise<A> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`the site could not be built: ${answer.status} ${answer.text.slice(0, 300)}`)
  return answer
}
