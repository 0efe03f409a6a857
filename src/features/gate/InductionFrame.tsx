import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RosterPerson } from '../../../contract/attendance.ts'
import { giveAnswers } from '../../store/given.ts'
import { useOwnRecords } from '../../store/presence.ts'
import { FullScreen } from '../../ui/FullScreen.tsx'

interface InductionFrameProps {
  readonly form: string
  readonly title: string
  readonly person: RosterPerson
  readonly site: string | undefined
  /** With the person, and their induction where it was done meanwhile. */
  readonly onClose: (person: RosterPerson) => void
}

/** How long the form's own thanks are shown, ms. */
const thanksFor = 2500

/**
 * The induction of one person over the gate, in a frame of its own: the form as it is everywhere, with its video and signature. It begins with
 * what the gate knows, so that what somebody did of it is kept for them and shown to nobody else.
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
    giveAnswers(form, {
      name,
      ...(company && { company }),
      // Given even when it is not known: the form's own default is the number of who runs the gate.
      mobile: mobile ?? '',
      ...(site && { site }),
      ...(person.visitor && { role: 'Visitor' }),
    })
    setGiven(true)
    return () => giveAnswers(form, undefined)
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
      className="m-gate-induct"
      head={
        // The form says by itself what it is.
        <strong style={{ flex: 1, minWidth: 0 }}>{[person.name, person.company].filter(Boolean).join(' · ')}</strong>
      }
      onClose={() => onClose(path !== undefined && at !== undefined ? { ...person, inducted: { at, path } } : person)}
    >
      {given && <iframe className="m-gate-frame" title={t`Induction of ${person.name}`} src={`/frontend/forms/${form}?embedded=true`} />}
    </FullScreen>
  )
}
