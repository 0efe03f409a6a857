import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { savePrefill } from '../../store/drafts/savePrefill.ts'
import { useOwnRecords } from '../../store/kiosk/useOwnRecords.ts'
import { FullScreen } from '../../ui/overlays/FullScreen.tsx'
import * as styles from './gate.module.css'

interface InductionFrameProps {
  readonly form: string
  readonly title: string
  readonly person: RosterPerson
  readonly site: string | undefined
  /** Called with the person, and with their induction if it was completed meanwhile. */
  readonly onClose: (person: RosterPerson) => void
}

/** How long the form's own thank-you screen is shown, ms. */
const thanksFor = 2500

/**
 * The induction of one person, over the gate and in a separate frame: the usual form, with its video and
 * signature. It is prefilled with the gate's data, so that a draft is kept for this person and shown to no
 * one else.
 */
export function InductionFrame({ form, title, person, site, onClose }: InductionFrameProps) {
  const { t } = useLingui()
  const [given, setGiven] = useState(false)
  const done = useOwnRecords(useMemo(() => [`forms/${form}/`], [form]))
  const before = useRef<ReadonlySet<string>>(undefined)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const { name, company, mobile } = person
    savePrefill(form, {
      name,
      ...(company && { company }),
      // Set even if it is unknown: the form's own default is the number of the person who runs the gate.
      mobile: mobile ?? '',
      ...(site && { site }),
      ...(person.visitor && { role: 'Visitor' }),
    })
    setGiven(true)
    return () => savePrefill(form, undefined)
  }, [form, person, site])

  if (done && !before.current) before.current = new Set(done.map(({ path }) => path))
  const made = done?.find(({ path }) => before.current && !before.current.has(path))
  const path = made?.path
  const at = made?.at
  useEffect(() => {
    if (path === undefined || at === undefined) return
    const timer = setTimeout(() => close.current({ ...person, inducted: { at, path } }), thanksFor)
    return () => clearTimeout(timer)
  }, [path, at, person])

  return (
    <FullScreen
      label={title}
      className={styles.induct}
      head={
        // The form has its own title.
        <strong style={{ flex: 1, minWidth: 0 }}>{[person.name, person.company].filter(Boolean).join(' · ')}</strong>
      }
      onClose={() => onClose(path !== undefined && at !== undefined ? { ...person, inducted: { at, path } } : person)}
    >
      {given && <iframe className={styles.frame} title={t`Induction of ${person.name}`} src={`/frontend/forms/${form}?embedded=true`} />}
    </FullScreen>
  )
}
