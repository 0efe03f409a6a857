import type { AnswerOf } from '../../../contract/endpoint.ts'
import { onSiteProjects } from '../../../contract/endpoints/attendance.ts'
import { type Device, listDevices, type PairedKiosk } from '../../../contract/endpoints/devices.ts'
import { type ExecutionRow, openExecutions } from '../../../contract/endpoints/executions.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { getRollCalls, type RollCall } from '../../../contract/endpoints/site/getRollCalls.ts'
import { getToday } from '../../../contract/endpoints/site/getToday.ts'
import { dayIn } from '../../../contract/rules/dayIn.ts'
import { daysLater } from '../../../contract/rules/daysLater.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { useDecisions } from './useDecisions.ts'
import { useRollCalls } from './useRollCalls.ts'

/** Interval at which the screen asks again while it is visible, ms. */
const askEvery = 60_000
/** The same for roll calls that have begun elsewhere, ms. */
const askRollCallsEvery = 15_000

type Answers = AnswerOf<typeof openExecutions>

export interface Today {
  readonly work: Cached<AnswerOf<typeof getToday>>
  readonly onSite: Cached<AnswerOf<typeof onSiteProjects>>
  readonly answers: Cached<Answers>
  readonly devices: Cached<AnswerOf<typeof listDevices>>
  /** Answers that this person has to decide, without those whose decision waits on this device. */
  readonly decisions: readonly ExecutionRow[]
  /** Projects with contacts who were asked yesterday or today and have not answered. */
  readonly missing: readonly Answers['days'][number][]
  /** Silent devices. A device that is a silent kiosk is in `kiosks` instead. */
  readonly silent: readonly Device[]
  /** The kiosks that this person manages, the silent ones first. */
  readonly kiosks: readonly PairedKiosk[]
  /** Roll calls in progress, also those of this device alone. */
  readonly rollCalls: readonly RollCall[]
  readonly refresh: () => Promise<void>
}

/** Returns what a manager has to know today, from what the device has. Asks the server again while it is visible. */
export function useToday(): Today {
  const work = useCached(getToday)
  const onSite = useCached(onSiteProjects)
  const answers = useCached(openExecutions)
  const devices = useCached(listDevices)
  const { data: me } = useCached(getMe)
  const running = useCached(getRollCalls)
  useFresh(running.refresh, askRollCallsEvery)
  useFresh(work.refresh, askEvery)
  useFresh(onSite.refresh, askEvery)
  useFresh(answers.refresh, askEvery)
  useFresh(devices.refresh, askEvery)
  const decisions = useDecisions(answers.data)
  // A device without a connection may have only one of both answers from today.
  const isNewer = running.data !== undefined && (running.fetchedAt ?? 0) >= (work.fetchedAt ?? 0)
  const rollCalls = useRollCalls(isNewer ? running.data?.rollCalls : work.data?.rollCalls)
  const now = Date.now()
  const yesterdayIn = (team: string) => daysLater(dayIn(me?.teams.find(({ id }) => id === team)?.zone, now), -1)
  const kiosks = devices.data?.kiosks ?? []
  // A silent kiosk on a registered device is one device. The line of the kiosk also has its unsent saves.
  const isSilentKiosk = (key: string) => kiosks.some((kiosk) => kiosk.silent && kiosk.device === key)
  const silent = (devices.data?.devices ?? []).filter(
    (device) => device.silent && device.revokedAt === undefined && !isSilentKiosk(device.key),
  )
  return {
    work,
    onSite,
    answers,
    devices,
    decisions,
    rollCalls,
    missing: (answers.data?.days ?? []).filter(({ silent, date, team }) => silent.length > 0 && date >= yesterdayIn(team)),
    silent,
    kiosks: kiosks.toSorted((a, b) => Number(b.silent) - Number(a.silent)),
    refresh: async () =>
      void (await Promise.all([work.refresh(), running.refresh(), onSite.refresh(), answers.refresh(), devices.refresh()])),
  }
}
