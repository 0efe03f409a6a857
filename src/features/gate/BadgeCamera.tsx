import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { RosterPerson } from '../../../contract/endpoints/attendance.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CameraView } from '../../ui/code-camera/CameraView.tsx'
import { useCodeCamera } from '../../ui/code-camera/useCodeCamera.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { personOfBadge } from './findPeople.ts'
import * as styles from './gate.module.css'

interface BadgeCameraProps {
  readonly people: readonly RosterPerson[]
  readonly onPerson: (person: RosterPerson) => void
  readonly onClose: () => void
}

/** Scans badges with the camera: a known person is signed in at once, and no one has to type with gloves. */
export function BadgeCamera({ people, onPerson, onClose }: BadgeCameraProps) {
  const { t } = useLingui()
  const [stranger, setStranger] = useState(false)
  const camera = useCodeCamera((text) => {
    const person = personOfBadge(people, text)
    setStranger(!person)
    if (person) onPerson(person)
    return !person
  })
  const { start } = camera
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void start()
  }, [start])
  return (
    <section className={styles.camera} aria-label={t`Scan a badge`}>
      {camera.on && <CameraView camera={camera} label={t`What the camera sees`} />}
      {camera.state === 'denied' && (
        <Notice level="warning">
          <Trans>
            The camera is not allowed. Allow it for this site in the settings of your browser, or type the name or the code of the badge.
          </Trans>
        </Notice>
      )}
      {camera.state === 'none' && (
        <Notice level="warning">
          <Trans>No camera was found, or another app is using it. Type the name or the code of the badge instead.</Trans>
        </Notice>
      )}
      {camera.state === 'insecure' && (
        <Notice level="warning">
          <Trans>The camera needs an address that begins with https. Type the name or the code of the badge instead.</Trans>
        </Notice>
      )}
      <p className={styles.note} role="status">
        {stranger && <Trans>This badge is not known at this gate. Type the name, or sign in as a new person.</Trans>}
        {!stranger && camera.on && <Trans>Hold the badge in front of the camera.</Trans>}
      </p>
      <Button icon="close" full onClick={onClose}>
        {t`Type a name or code instead`}
      </Button>
    </section>
  )
}
