import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { GateSite } from '../../../contract/endpoints/attendance.ts'
import type { Stay } from '../../../contract/rules/presence.ts'
import { longestRoll } from '../../../contract/endpoints/muster.ts'
import { newId } from '../../lib/newId.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { confirmDialog } from '../../ui/overlays/confirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { SiteField } from './SiteField.tsx'
import { addMusterEvent, useMusters } from './useMusters.ts'
import * as styles from './gate.module.css'

interface MusterStartProps {
  readonly team: string
  readonly now: number
  readonly onSite: readonly Stay[]
  readonly sites: readonly GateSite[]
}

/**
 * Raises the alarm: emergency or drill, then a confirmation. If a roll call is active, it links there
 * instead, also in a dialog that is already open.
 */
export function MusterStart({ team, now, onSite, sites }: MusterStartProps) {
  const { t } = useLingui()
  const router = useRouter()
  const { active } = useMusters(team, now, 15_000)
  const [choosing, setChoosing] = useState(false)
  const [site, setSite] = useState('')

  const join = active && (
    <LinkButton kind="primary" icon="alert" href={`/onsite/${team}/muster`}>
      {active.drill ? t`Drill in progress: join` : t`Muster in progress: join`}
    </LinkButton>
  )
  if (join && !choosing) return join
  const start = async (drill: boolean) => {
    const people = onSite.filter((stay) => site === '' || stay.site === site)
    const count = people.length
    const text = drill ? t`Start a muster drill? On site: ${count}.` : t`Start an emergency muster? On site: ${count}.`
    if (!(await confirmDialog({ text, ok: t`Start muster`, danger: !drill }))) return
    try {
      const roll = people.slice(0, longestRoll).map(({ name, company, mobile, person }) => ({
        name,
        ...(company && { company }),
        ...(mobile && { mobile }),
        ...(person && { person }),
      }))
      await addMusterEvent(team, { type: 'start', muster: newId(), drill, roll, ...(site && { site }) })
      setChoosing(false)
      await router.navigate({ href: `/onsite/${team}/muster` })
    } catch (error) {
      toast((error as Error).message, 'error')
    }
  }
  return (
    <>
      <Button kind="danger" icon="alert" onClick={() => setChoosing(true)}>
        {t`Muster`}
      </Button>
      <Dialog
        open={choosing}
        title={t`Start a muster`}
        kind="generic"
        onClose={() => setChoosing(false)}
        actions={<Button onClick={() => setChoosing(false)}>{t`Cancel`}</Button>}
      >
        <div className={`${styles.big} ${styles.muster}`}>
          <p style={{ margin: 0 }}>
            <Trans>A roll call of all people on site. It works without a connection. The marks of several wardens are merged later.</Trans>
          </p>
          {join ?? (
            <>
              <SiteField sites={sites} site={site} hasAll onPick={setSite} />
              <Button kind="danger" icon="alert" onClick={() => start(false)}>
                {t`Emergency`}
              </Button>
              <Button icon="clipboard" onClick={() => start(true)}>
                {t`Drill`}
              </Button>
            </>
          )}
        </div>
      </Dialog>
    </>
  )
}
