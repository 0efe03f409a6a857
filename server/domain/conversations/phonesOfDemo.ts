import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { talkingClasses } from '../../../contract/endpoints/conversations.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type demoPhones, DemoPhone } from '../../../contract/endpoints/conversations.ts'
import { rows } from '../../storage/database.ts'
import { fromJson } from '../../storage/jsonDocument.ts'
import type { App } from '../app.ts'

type Phones = AnswerOf<typeof demoPhones>

const Row = z.object({
  number: z.string(),
  name: z.nullable(z.string()),
  vendor: z.nullable(z.string()),
  waiting: z.boolean(),
  lines: z.union([DemoPhone.shape.lines, z.string()]),
})

const BotRow = z.object({ id: z.string(), title: z.string(), project: z.string() })

/**
 * Returns the phones that received texts in the demo, latest text first: at most 40 phones with 40 texts
 * each.
 */
export async function phonesOfDemo({ storage }: App): Promise<Phones> {
  const found = await rows(
    storage.db,
    Row,
    sql`with texts as (
          select 'o' || lpad(id::text, 12, '0') as id, mobile, text, created_at as at, 'bot' as "from" from sms_outbox where created_at > now() - interval '3 days'
          union all select 'i' || key, mobile, text, at, 'phone' from sms_inbox where at > now() - interval '3 days'
        ), numbered as (select *, row_number() over (partition by mobile order by at desc, id desc) as n, max(at) over (partition by mobile) as newest from texts)
        select t.mobile as number,
            coalesce((select e.model ->> 'name' from executions e where e.mobile = t.mobile order by e.created_at desc limit 1),
              (select p.name from people p where p.mobile = t.mobile)) as name,
            (select e.model ->> 'vendor' from executions e where e.mobile = t.mobile order by e.created_at desc limit 1) as vendor,
            exists (select 1 from executions e where e.mobile = t.mobile and e.phase = 'asking') as waiting,
            json_agg(json_build_object('id', t.id, 'text', t.text, 'from', t."from",
              'at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.at, t.id) as lines
          from numbered t where t.n <= 40 group by t.mobile, t.newest order by t.newest desc, t.mobile limit 40`,
  )
  const classes = JSON.stringify(Object.keys(talkingClasses))
  const bots = await rows(
    storage.db,
    BotRow,
    sql`select a.id, a.title, t.name as project from automations a join teams t on t.id = a.team and (t.model ->> 'demo')::boolean and not t.archived and not t.deleted
        where not a.deleted and not a.archived and not a.disabled and a.class in (select jsonb_array_elements_text(${classes}::jsonb))
          and jsonb_typeof(a.model -> 'contacts') = 'array' order by t.name, a.title`,
  )
  return {
    phones: found.map(({ number, name, vendor, waiting, lines }) => ({
      number,
      ...(name !== null && { name }),
      ...(vendor !== null && { vendor }),
      waiting,
      lines: fromJson<Phones['phones'][number]['lines']>(lines),
    })),
    bots: [...bots],
  }
}
