import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { privateTeam } from '../../../contract/endpoints/projects.ts'
import { executionState } from '../../../contract/rules/executionState.ts'
import { may } from '../../../contract/rules/permissions.ts'
import type { SentKind } from '../../../contract/rules/notices/pushNotice.ts'
import { text } from '../../i18n/text.ts'
import { translate } from '../../i18n/translate.ts'
import { rows } from '../../storage/database.ts'
import { executionOf, findExecution, mayDecide } from '../executions/executionRow.ts'
import { decisionsOf } from '../executions/listExecutions.ts'
import { isReviewable } from '../executions/isReviewable.ts'
import { runningRollCalls } from '../muster/runningRollCalls.ts'
import { roleIn } from '../sign-in/person.ts'
import { deviceIsSilent } from './deviceIsSilent.ts'
import { formIsDue } from './formIsDue.ts'
import type { Noticed } from './Noticed.ts'
import { visitorArrives } from './visitorArrives.ts'

const UidRow = z.object({ uid: z.string() })

const oneAnswer = text('An answer to review')
const answers = text('{count} answers to review')

const review: Noticed = {
  async audience(app, id) {
    const found = await rows(
      app.storage.db,
      UidRow,
      sql`select a.owner as uid from executions e join automations a on a.id = e.automation where e.id = ${id}
          union select m.uid from executions e join members m on m.team = e.team and m.role in ('Owner', 'Administrator') where e.id = ${id}`,
    )
    return found.map(({ uid }) => uid)
  },
  async noticeFor(app, person, id, details) {
    const one = await findExecution(app.storage.db, id, { uid: person.uid })
    if (!one || !mayDecide(one, person.uid) || !isReviewable(executionState(executionOf(one), Date.now()))) return undefined
    const count = (await decisionsOf(app, person, [one.team])).length
    const title = count > 1 ? translate(person.lang, answers, { count }) : translate(person.lang, oneAnswer)
    const names = count > 1 ? [one.project] : [one.project, one.model.title]
    return {
      title,
      body: details ? names.filter(Boolean).join(' · ') : '',
      path: count > 1 ? '/review' : `/automation/${one.automation}/execution/${one.id}`,
      // All answers of a project are one notice with their number.
      tag: `review:${one.team === privateTeam ? one.automation : one.team}`,
      isAlarm: false,
      ttl: 24 * 3600,
    }
  },
}

const alarm = text('A roll call has started')
const drill = text('A roll call has started (drill)')
const begunBy = text('{project} · started by {name}')

const rollCall: Noticed = {
  async audience(app, team) {
    const found = await rows(
      app.storage.db,
      UidRow,
      sql`select uid from members where team = ${team} and role in ('Owner', 'Administrator', 'Member')`,
    )
    return found.map(({ uid }) => uid)
  },
  async noticeFor(app, person, team, details) {
    const project = person.teams.find(({ id }) => id === team)
    if (!project || !may(roleIn(person, team), 'record.readAll')) return undefined
    const [running] = await runningRollCalls(app, [project])
    if (!running) return undefined
    const { by: name } = running
    const words = name === undefined ? project.name : translate(person.lang, begunBy, { project: project.name, name })
    return {
      title: translate(person.lang, running.drill ? drill : alarm),
      body: details ? words : '',
      path: `/onsite/${team}/muster`,
      tag: `rollCall:${team}`,
      isAlarm: !running.drill,
      ttl: 2 * 3600,
    }
  },
}

export const noticesByKind: Readonly<Record<SentKind, Noticed>> = {
  due: formIsDue,
  review,
  rollCall,
  visitor: visitorArrives,
  device: deviceIsSilent,
}
