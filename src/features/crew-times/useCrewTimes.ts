import { useMemo } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { attendanceOf } from '../../../contract/endpoints/attendance.ts'
import { correctionOf, crewTimes, type TimeCorrectionRecord, timesPath } from '../../../contract/endpoints/site/crewTimes.ts'
import { getMe } from '../../../contract/endpoints/sign-in.ts'
import { type CrewTime, crewTimesOf, exactTimes, type TimeCorrection, type TimeRules } from '../../../contract/rules/crew/crewTimes.ts'
import { sameOnes } from '../../../contract/rules/crew/possiblySame.ts'
import { newId } from '../../lib/newId.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import { queueAdded } from '../../store/outbox/queueAdded.ts'
import { usePendingUnder } from '../../store/outbox/useChangesOver.ts'
import { type Cached, useCached } from '../../store/queries/cached.ts'
import { useSameDecisions } from '../../store/queries/useSameDecisions.ts'

/** Interval at which the screen asks again while it is visible, ms. */
const askEvery = 60_000

export interface CrewTimes {
  readonly server: Cached<AnswerOf<typeof crewTimes>>
  readonly times: readonly CrewTime[]
  /** With a change that waits on this device. */
  readonly rules: TimeRules
}

/** Returns the times of a crew on a day: the server's last data with the taps and corrections of this device since. */
export function useCrewTimes(team: string, day: string, now: number): CrewTimes {
  const server = useCached(crewTimes, { team, day })
  useFresh(server.refresh, askEvery)
  const { data } = server
  const { data: me } = useCached(getMe)
  const forms = useMemo(() => [...new Set((data?.gates ?? []).map(({ form }) => `forms/${form}/`))], [data])
  const taps = useOwnRecords(forms)
  const own = useOwnRecords(useMemo(() => [timesPath(team, day, '')], [team, day]))
  const pending = usePendingUnder(`teams/${team}`)
  const changed = pending?.findLast(({ payload }) => payload['timeRules'] !== undefined)?.payload['timeRules']
  const rules = (changed as TimeRules | undefined) ?? data?.rules ?? exactTimes
  const decisions = useSameDecisions(team, data?.same, server)
  const times = useMemo(() => {
    const timezones = Object.fromEntries((data?.sites ?? []).map(({ id, timezone }) => [id, timezone]))
    const mine = (taps ?? []).flatMap(({ path, model, at }) => attendanceOf({ path, model, at }, timezones) ?? [])
    const corrections = new Map<string, TimeCorrection>()
    for (const { path, model, waits } of own ?? []) {
      const one = correctionOf(path.slice(path.lastIndexOf('/') + 1), model)
      if (one) corrections.set(one.id, { ...one, byName: me?.name, waits })
    }
    for (const { id, byName, correction } of data?.corrections ?? []) {
      const one = correctionOf(id, correction)
      if (one) corrections.set(id, { ...one, byName })
    }
    return crewTimesOf({
      day,
      zone: data?.zone,
      rules,
      events: [...(data?.events ?? []), ...mine],
      corrections: [...corrections.values()],
      now,
      same: sameOnes(decisions),
    })
  }, [data, taps, own, me, day, rules, now, decisions])
  return { server, times, rules }
}

type Entered = Omit<TimeCorrectionRecord, 'at' | 'skewMs'>

/** Stores a correction on the device; it is on disk when this resolves. Rejects with NotSaved. */
export async function saveCorrection(team: string, day: string, entered: Entered, title: string): Promise<void> {
  await queueAdded(timesPath(team, day, newId()), entered, title)
}
