// A server with conversation bots that can be killed: reads commands from standard input, one JSON per line,
// and writes one line per answer. bench/conversations measures the same conversations.
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { constructionPaths } from '../../server/adapters/source-system/http/restSystem.ts'
import { startConversations, botColumns, TalkingBot } from '../../server/domain/conversations/startConversations.ts'
import { startServer } from '../../server/main.ts'
import { rows } from '../../server/storage/database.ts'
import type { Command, Report, TalkerSettings } from './talk.ts'

const settings = JSON.parse(process.argv[2] ?? '') as TalkerSettings
const { provider, dataDir, databaseUrl } = settings
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir,
  databaseUrl,
  secret: 'a secret of the crash test, long enough',
  demo: false,
  owner: { mobile: '+12025550100', name: 'Crash Owner', project: 'Crash' },
  publicUrl: 'http://crash.test',
  sms: { baseUrl: provider, account: 'AC1', token: 't0ken', from: '+12025550199' },
  sourceSystems: {
    construction: {
      baseUrl: provider,
      tokenUrl: `${provider}/token`,
      clientId: 'crash',
      clientSecret: 'crash',
      account: 'crash',
      paths: constructionPaths,
    },
  },
  log: settings.verbose ? (line) => process.stderr.write(`${line}\n`) : () => {},
  say: () => {},
})
const { app } = server
const { db } = app.storage

async function begin({ bots }: Extract<Command, { kind: 'begin' }>): Promise<number> {
  let begun = 0
  for (const { id, construction, at, contacts } of bots) {
    const [owner] = await rows(db, z.object({ uid: z.string() }), sql`select uid from people where mobile = '+12025550100'`)
    const team = `team-${id}`
    const model = JSON.stringify({
      contacts,
      timezone: 'UTC',
      collectLocation: 'Disabled',
      approvalMode: construction ? 'Automatic' : (settings.approvalMode ?? 'Automatic'),
      active: false,
    })
    await db.execute(
      sql`insert into teams (id, name, source, model) values (${team}, ${`Project ${id}`}, ${construction ? 'construction' : 'own'},
            ${JSON.stringify(construction ? { sourceProjectReference: id } : {})}::jsonb) on conflict do nothing`,
    )
    await db.execute(sql`insert into members (team, uid, role) values (${team}, ${owner?.uid ?? ''}, 'Owner') on conflict do nothing`)
    await db.execute(
      sql`insert into automations (id, team, owner, class, title, model) values (${id}, ${team}, ${owner?.uid ?? ''}, 'manpower', 'Manpower', ${model}::jsonb)
          on conflict do nothing`,
    )
    const [bot] = await rows(db, TalkingBot, sql`select ${botColumns} where a.id = ${id}`)
    if (bot) begun += await startConversations(app, bot, new Date(at))
  }
  return begun
}

/** Returns the content of the database. */
async function report(): Promise<Report> {
  const [counts] = await rows(
    db,
    z.object({ open: z.number(), dead: z.number(), asked: z.number() }),
    sql`select (count(*) filter (where finished_at is null and run_at < now() + interval '5 minutes'))::int as open, (count(*) filter (where state = 'dead'))::int as dead,
          (count(*) filter (where kind = 'talk.send' and attempts > 1))::int as asked from jobs`,
  )
  return {
    open: counts?.open ?? 0,
    dead: counts?.dead ?? 0,
    asked: counts?.asked ?? 0,
    lines: await rows(
      db,
      z.object({
        mobile: z.string(),
        bot: z.string(),
        way: z.enum(['out', 'in', 'note']),
        text: z.string(),
        key: z.string(),
        sent: z.boolean(),
      }),
      sql`select e.mobile, e.automation as bot, l.way, l.text, l.key, l.sent_at is not null as sent from execution_messages l join executions e on e.id = l.execution order by e.mobile, l.n`,
    ),
    inbox: await rows(db, z.object({ key: z.string() }), sql`select key from sms_inbox`),
    entries: await rows(
      db,
      z.object({ mobile: z.string(), bot: z.string(), state: z.string(), remote: z.nullable(z.string()), count: z.number() }),
      sql`select e.mobile, e.automation as bot, d.state, d.remote, (d.model ->> 'worker_count')::int as count from daily_log_entries d join executions e on e.id = d.execution`,
    ),
    phases: await rows(
      db,
      z.object({ mobile: z.string(), phase: z.string(), code: z.nullable(z.string()) }),
      sql`select mobile, phase, model ->> 'requiresAttentionCode' as code from executions`,
    ),
  }
}

async function obey(command: Command): Promise<unknown> {
  if (command.kind === 'begin') return { begun: await begin(command) }
  if (command.kind === 'expire') {
    await db.execute(sql`update jobs set run_at = now() where kind = 'talk.expire' and finished_at is null and payload ->> 'execution' in
      (select id from executions where automation in (select jsonb_array_elements_text(${JSON.stringify(command.bots)}::jsonb)))`)
    return {}
  }
  return report()
}

createInterface({ input: process.stdin }).on('line', (line) => {
  obey(JSON.parse(line) as Command).then(
    (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`),
    (error: unknown) => process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`),
  )
})
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
