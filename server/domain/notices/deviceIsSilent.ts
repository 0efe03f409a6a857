import { secondsInDay } from 'date-fns/constants'
import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import type { App } from '../app.ts'
import type { Noticed } from './Noticed.ts'

const ManagerRow = z.object({ uid: z.string(), name: z.string() })

/** Returns the name of a device that is still silent, with each person who manages it. */
const managersOf = (app: App, id: string) =>
  rows(
    app.storage.db,
    ManagerRow,
    sql`select m.uid, d.name from devices d join billing_members m on m.billing = d.billing and m.role in ('Owner', 'Administrator')
        where d.id = ${id} and d.silence_told_at is not null and d.revoked_at is null and not d.deleted`,
  )

const silent = text('A device is silent')

/** A device that has sent no report for its alert hours: for those who also get its text. */
export const deviceIsSilent: Noticed = {
  audience: async (app, id) => (await managersOf(app, id)).map(({ uid }) => uid),
  async noticeFor(app, person, id, details) {
    const device = (await managersOf(app, id)).find(({ uid }) => uid === person.uid)
    if (!device) return undefined
    return {
      title: translate(person.lang, silent),
      body: details ? device.name : '',
      path: `/devices/${id}`,
      tag: `device:${id}`,
      isAlarm: false,
      ttl: secondsInDay,
    }
  },
}
