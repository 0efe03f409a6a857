import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { TimeCorrectionRecord } from '../../../contract/endpoints/site/crewTimes.ts'
import { type CrewTime, longestBreak } from '../../../contract/rules/crew/crewTimes.ts'
import { durationText } from '../../../contract/rules/crew/durationText.ts'
import { hour, longestStayHours } from '../../../contract/rules/presence.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { clockOf, momentOfClock, momentOfOut } from './timeTexts.ts'
import { saveCorrection } from './useCrewTimes.ts'
import * as styles from './crewTimes.module.css'

interface CorrectionDialogProps {
  readonly team: string
  readonly day: string
  readonly zone: string | undefined
  /** Undefined: a person whom no gate saw. */
  readonly time: CrewTime | undefined
  readonly needsReason: boolean
  readonly onClose: () => void
}

interface Typed {
  readonly name: string
  readonly company: string
  readonly in: string
  readonly out: string
  readonly breakMinutes: string
  readonly reason: string
}

type Faults = Partial<Record<keyof Typed, string>>

/** The typed times as moments; `out` undefined: still on site. */
function momentsOf(typed: Typed, day: string, zone: string | undefined) {
  const from = momentOfClock(day, typed.in, zone)
  return { from, out: typed.out === '' ? undefined : momentOfOut(day, typed.out, zone, from) }
}

/** Faults of the times alone: both have passed, and the time out is after the time in. */
function useTimeFaults() {
  const { t } = useLingui()
  return (typed: Typed, { from, out }: ReturnType<typeof momentsOf>): Faults => {
    const now = Date.now()
    const future = t`This time is in the future`
    if (typed.in === '') return { in: t`Enter the time in` }
    if (from > now) return { in: future }
    if (out === undefined) return {}
    if (out > now) return { out: typed.out <= typed.in ? t`The time out must be after the time in` : future }
    return out - from > longestStayHours * hour ? { out: t`This is more than ${longestStayHours} hours after the time in` } : {}
  }
}

function useFaults() {
  const { t } = useLingui()
  const timeFaults = useTimeFaults()
  return (typed: Typed, { day, zone, needsReason }: Pick<CorrectionDialogProps, 'day' | 'zone' | 'needsReason'>): Faults => {
    const { from, out } = momentsOf(typed, day, zone)
    const pause = Number(typed.breakMinutes)
    const isPause = Number.isInteger(pause) && pause >= 0 && pause <= longestBreak
    const found: Faults = {}
    if (typed.name.trim() === '') found.name = t`Enter a name`
    Object.assign(found, timeFaults(typed, { from, out }))
    if (!isPause) found.breakMinutes = t`Enter whole minutes`
    else if (out !== undefined && pause * 60_000 >= out - from) found.breakMinutes = t`The break is longer than the day`
    if (needsReason && typed.reason.trim() === '') found.reason = t`This project wants a reason for each correction`
    return found
  }
}

function startOf(time: CrewTime | undefined, zone: string | undefined): Typed {
  return {
    name: time?.who.name ?? '',
    company: time?.who.company ?? '',
    in: time ? clockOf(time.in, zone) : '',
    out: time?.out === undefined ? '' : clockOf(time.out, zone),
    breakMinutes: String(time?.breakMinutes ?? 0),
    reason: '',
  }
}

/** Corrects the times of one person on one day, or enters those of a person whom no gate saw. Works without a connection. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { team, day, zone, time, needsReason, onClose } = props
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => startOf(time, zone))
  const [isTried, setIsTried] = useState(false)
  const faultsOf = useFaults()
  const faults = isTried ? faultsOf(typed, props) : {}
  const name = typed.name.trim()
  const field = (key: keyof Typed) => ({
    value: typed[key],
    error: faults[key],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [key]: event.target.value }),
  })
  const send = async (entered: Pick<TimeCorrectionRecord, 'in' | 'out' | 'breakMinutes' | 'takenBack'>) => {
    const company = typed.company.trim()
    const who = time ? known(time.who) : { name, ...(company !== '' && { company }) }
    const reason = typed.reason.trim()
    try {
      await saveCorrection(team, day, { ...entered, who, ...(reason !== '' && { reason }) }, t`Crew times: ${name}`)
      toast(t`Saved on this device`, 'success')
      onClose()
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : String(failure), 'error')
    }
  }
  const save = async () => {
    setIsTried(true)
    if (Object.keys(faultsOf(typed, props)).length > 0) return
    const { from, out } = momentsOf(typed, day, zone)
    await send({
      in: new Date(from).toISOString(),
      ...(out !== undefined && { out: new Date(out).toISOString() }),
      breakMinutes: Number(typed.breakMinutes),
    })
  }
  return (
    <Dialog
      open
      title={time ? t`Times of ${name}` : t`Add a person`}
      width={460}
      onClose={onClose}
      actions={
        <>
          {time?.correction && time.seen && (
            <Button kind="quiet" onClick={() => void send({ breakMinutes: 0, takenBack: true })}>{t`Use the times of the gate`}</Button>
          )}
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={save}>{t`Save`}</Button>
        </>
      }
    >
      <div className={styles.form}>
        {!time && (
          <>
            <TextField label={t`Name`} autoComplete="off" required {...field('name')} />
            <TextField label={t`Company`} autoComplete="off" {...field('company')} />
          </>
        )}
        <div className={styles.pair}>
          <TextField label={t`In`} type="time" required {...field('in')} />
          <TextField label={t`Out`} type="time" hint={t`Empty: still on site`} {...field('out')} />
        </div>
        <TextField label={t`Break`} affixEnd="min" inputMode="numeric" {...field('breakMinutes')} />
        <TextField label={t`Reason`} required={needsReason} maxLength={300} autoComplete="off" {...field('reason')} />
        <History time={time} zone={zone} />
      </div>
    </Dialog>
  )
}

/** The parts of a person that a correction stores. */
const known = ({ name, company, mobile, person }: CrewTime['who']) => ({
  name,
  ...(company && { company }),
  ...(mobile && { mobile }),
  ...(person && { person }),
})

/** What the gates saw, and who corrected it. */
function History({ time, zone }: { readonly time: CrewTime | undefined; readonly zone: string | undefined }) {
  const { t, i18n } = useLingui()
  if (!time) return null
  const { seen, correction } = time
  const clock = (at: number) => i18n.date(new Date(at), { hour: 'numeric', minute: '2-digit', ...(zone && { timeZone: zone }) })
  const by = correction?.byName ?? t`Someone`
  const when = correction ? i18n.date(new Date(correction.at), { dateStyle: 'medium', timeStyle: 'short' }) : ''
  const from = seen ? clock(seen.in) : ''
  const until = seen?.out === undefined ? t`no sign-out` : clock(seen.out)
  const pause = durationText(seen?.breakMinutes ?? 0)
  return (
    <div className={styles.history}>
      {seen && (
        <p>
          <Trans>
            At the gate: {from} – {until}, {pause} outside in between
          </Trans>
        </p>
      )}
      {correction && (
        <p>
          <Trans>
            Corrected by {by}, {when}
          </Trans>
          {': '}
          {correction.reason ?? t`no reason given`}
        </p>
      )}
    </div>
  )
}
