import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { checkSettings } from '../../../../contract/forms/checkSettings.ts'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { withOptionSets } from '../../../../contract/forms/options/withOptionSets.ts'
import { listTrialRecords, startTrial, type TrialRecord } from '../../../../contract/endpoints/studio/formTrials.ts'
import { AnswerList } from '../../../answers/AnswerList.tsx'
import { answersOf } from '../../../answers/answersOf.ts'
import { bringTypes } from '../../../fields/index.ts'
import { ask } from '../../../sync/ask.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { QrCode } from '../../../ui/data/QrCode.tsx'
import { ErrorText } from '../../../ui/controls/ErrorText.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import * as styles from '../studio.module.css'

interface TrialDialogProps {
  readonly form: string
  readonly team: string | undefined
  readonly settings: () => unknown
  readonly disabled: boolean
}

/** The button that makes a link for a phone, and the dialog that shows it as a code. */
export function TrialDialog(props: TrialDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="desk" icon="device" disabled={props.disabled} onClick={() => setOpen(true)}>{t`Try on a phone`}</Button>
      {open ? <Trial {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Interval at which the dialog asks for new trial records, ms. */
const lookEvery = 4000

/** The questions of the draft, once their types are here: they say how an answer is shown. */
function useNodes(draft: unknown): readonly NodeSetting[] {
  const [nodes, setNodes] = useState<readonly NodeSetting[]>([])
  useEffect(() => {
    let current = true
    const checked = checkSettings(draft)
    const { children } = checked.ok ? withOptionSets(checked.form) : { children: [] }
    void bringTypes(children).then(() => {
      if (current) setNodes(children)
    })
    return () => {
      current = false
    }
  }, [draft])
  return nodes
}

function useTrial({ form, team, settings }: TrialDialogProps) {
  const [made, setMade] = useState<{ readonly token: string; readonly expires: string }>()
  const [error, setError] = useState<string>()
  const [records, setRecords] = useState<readonly TrialRecord[]>([])
  // The draft is the one at the moment of opening: a later change needs a new code.
  const [draft] = useState(settings)
  useEffect(() => {
    let current = true
    const fail = (failed: unknown) => {
      if (current) setError(failed instanceof Error ? failed.message : String(failed))
    }
    ask(startTrial, { key: form }, { settings: draft, ...(team !== undefined && { team }) }).then((answer) => {
      if (current) setMade(answer)
    }, fail)
    const look = () =>
      ask(listTrialRecords, { key: form }).then(
        (answer) => {
          if (current) setRecords(answer.records)
        },
        // The next look may work.
        () => undefined,
      )
    void look()
    const timer = setInterval(() => void look(), lookEvery)
    return () => {
      current = false
      clearInterval(timer)
    }
  }, [draft, form, team])
  const nodes = useNodes(draft)
  return { made, error, records, nodes }
}

function Trial(props: TrialDialogProps & { onClose(): void }) {
  const { t, i18n } = useLingui()
  const { made, error, records, nodes } = useTrial(props)
  const link = made && `${location.origin}/trial/${made.token}`
  return (
    <Dialog
      open
      kind="generic"
      title={t`Try on a phone`}
      onClose={props.onClose}
      actions={<Button kind="primary" onClick={props.onClose}>{t`Done`}</Button>}
    >
      <div className={styles.flag}>
        {error ? <ErrorText id="trial-error">{error}</ErrorText> : null}
        {link === undefined && !error ? <Skeleton rows={4} /> : null}
        {link && made ? (
          <>
            <p>
              <Trans>
                Scan the code with a phone. It shows this draft, and works until{' '}
                {i18n.date(new Date(made.expires), { dateStyle: 'medium', timeStyle: 'short' })}.
              </Trans>
            </p>
            <div className={styles.trialCode}>
              <QrCode text={link} label={t`Code that opens the draft`} />
            </div>
            <TextField data-desk label={t`Link`} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </>
        ) : null}
        <h3 className={styles.addGroup}>
          <Plural value={records.length} one="# trial record" other="# trial records" />
        </h3>
        <p className={styles.hint}>
          <Trans>Trial records are kept apart from real ones and are deleted after a week.</Trans>
        </p>
        {records.map(({ id, at, model }) => (
          <details key={id} className={styles.inner}>
            <summary>
              {t`Trial`} · {i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })}
            </summary>
            <AnswerList answers={answersOf(nodes, model)} />
          </details>
        ))}
      </div>
    </Dialog>
  )
}
