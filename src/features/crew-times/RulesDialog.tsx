import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { patchRecord } from '../../../contract/endpoints/records.ts'
import { type TimeRules, timeSteps } from '../../../contract/rules/crew/crewTimes.ts'
import { queue } from '../../store/outbox/queue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CheckField } from '../../ui/controls/CheckField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import * as styles from './crewTimes.module.css'

const mostBreak = 180

interface RulesDialogProps {
  readonly team: string
  readonly project: string
  readonly rules: TimeRules
  readonly onClose: () => void
}

/** How a project counts the times of its crews. */
export function RulesDialog({ team, project, rules, onClose }: RulesDialogProps) {
  const { t } = useLingui()
  const [step, setStep] = useState(rules.step)
  const [pause, setPause] = useState(String(rules.breakMinutes))
  const [after, setAfter] = useState(String(rules.breakAfterHours))
  const [reason, setReason] = useState(rules.reason)
  const isPause = Number.isInteger(Number(pause)) && Number(pause) >= 0 && Number(pause) <= mostBreak
  const isAfter = Number(after) >= 0 && Number(after) <= 16
  const save = async () => {
    if (!isPause || !isAfter) return
    const timeRules: TimeRules = { step, breakMinutes: Number(pause), breakAfterHours: Number(after), reason }
    try {
      await queue(patchRecord, { '*': `teams/${team}` }, { payload: { timeRules } }, { title: t`Time rules: ${project}` })
      toast(t`Saved on this device`, 'success')
      onClose()
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : String(failure), 'error')
    }
  }
  return (
    <Dialog
      open
      title={t`Time rules`}
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" onClick={save}>{t`Save`}</Button>
        </>
      }
    >
      <div className={styles.form}>
        <Select label={t`Round in and out`} value={String(step)} onChange={(event) => setStep(Number(event.target.value))}>
          {timeSteps.map((minutes) => (
            <option key={minutes} value={minutes}>
              {minutes === 1 ? t`Exact to the minute` : t`To the nearest ${minutes} minutes`}
            </option>
          ))}
        </Select>
        <div className={styles.pair}>
          <TextField
            label={t`Unpaid break`}
            affixEnd="min"
            inputMode="numeric"
            value={pause}
            error={isPause ? undefined : t`Enter minutes up to ${mostBreak}`}
            onChange={(event) => setPause(event.target.value)}
          />
          <TextField
            label={t`On days longer than`}
            affixEnd="h"
            inputMode="decimal"
            value={after}
            error={isAfter ? undefined : t`Enter hours up to 16`}
            onChange={(event) => setAfter(event.target.value)}
          />
        </div>
        <CheckField label={t`A correction needs a reason`} checked={reason} onChange={(event) => setReason(event.target.checked)} />
        <p className={styles.note}>{t`The rules count for all days. A longer break that the gate measured stays.`}</p>
      </div>
    </Dialog>
  )
}
