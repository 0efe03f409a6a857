import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  decidePermit,
  type Permit,
  type PermitState,
  type PermitStep,
  permitSteps,
  stateAfter,
} from '../../../contract/endpoints/permits.ts'
import { queue } from '../../store/outbox/queue.ts'
import { useWaiting } from '../../store/outbox/useWaiting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { IconName } from '../../ui/controls/Icon.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { LineMark } from './LineMark.tsx'

const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })
const Root = chakra('div', { base: { display: 'grid', gap: '3' } })

/** The permit in a record of the list; undefined for other records. */
export function permitIn(value: unknown): Permit | undefined {
  const { state } = (value ?? {}) as { readonly state?: unknown }
  return typeof state === 'string' && Object.hasOwn(permitSteps, state) ? (value as Permit) : undefined
}

interface Requested {
  readonly path: string
  readonly rev: number
  readonly permit: Permit
}

const marks: Readonly<Record<PermitState, { readonly icon: IconName; readonly level: 'warning' | 'needsYou' | 'done' }>> = {
  requested: { icon: 'clock', level: 'warning' },
  approved: { icon: 'checkCircle', level: 'done' },
  refused: { icon: 'close', level: 'needsYou' },
  closed: { icon: 'archive', level: 'done' },
}

/** The state, also after a step of this person that the server has not confirmed yet. */
function usePermitState({ path, permit }: Requested): PermitState {
  const kind = `POST ${decidePermit.path}`
  const own = (useWaiting(path) ?? []).findLast((act) => act.kind === kind && act.state !== 'parked')
  const step = own?.body['step'] as PermitStep | undefined
  return step === undefined ? permit.state : stateAfter[step]
}

/** The mark on the row of a permit. */
export function PermitMark(asked: Requested) {
  const state = usePermitState(asked)
  return (
    <LineMark {...marks[state]}>
      {state === 'requested' && <Trans>Waits for approval</Trans>}
      {state === 'approved' && <Trans>Approved</Trans>}
      {state === 'refused' && <Trans>Refused</Trans>}
      {state === 'closed' && <Trans>Closed</Trans>}
    </LineMark>
  )
}

/** Who took the last step, and the steps that are possible now. */
export function PermitSteps({ title, ...asked }: Requested & { readonly title: string }) {
  const { t } = useLingui()
  const { path, rev, permit } = asked
  const state = usePermitState(asked)
  const [refusing, setRefusing] = useState(false)
  const take = async (step: PermitStep, reason?: string) => {
    const names = { approve: t`Approve: ${title}`, refuse: t`Refuse: ${title}`, close: t`Close: ${title}` }
    await queue(decidePermit, { '*': path }, { step, rev, ...(reason && { reason }) }, { title: names[step] })
    setRefusing(false)
    toast(t`Saved on this device. The person who asked gets a text.`, 'success')
  }
  const steps = permitSteps[state]
  return (
    <Root data-permit={state}>
      {permit.changed && state === 'requested' && (
        <Notice level="warning">
          <Trans>The request was changed after its approval. Check it again.</Trans>
        </Notice>
      )}
      <LastStep permit={permit} />
      {refusing ? (
        <RefuseForm onRefuse={(reason) => take('refuse', reason)} onCancel={() => setRefusing(false)} />
      ) : (
        <Buttons>
          {steps.includes('approve') && <Button kind="primary" icon="check" onClick={() => take('approve')}>{t`Approve`}</Button>}
          {steps.includes('close') && <Button kind="primary" icon="check" onClick={() => take('close')}>{t`Close the permit`}</Button>}
          {steps.includes('refuse') && <Button onClick={() => setRefusing(true)}>{t`Refuse`}</Button>}
        </Buttons>
      )}
    </Root>
  )
}

function LastStep({ permit: { by, at, reason } }: { readonly permit: Permit }) {
  const { i18n } = useLingui()
  if (by === undefined || at === undefined) return null
  const when = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <p style={{ margin: 0 }}>
      <Trans>
        Last step: {by}, {when}
      </Trans>
      {reason !== undefined && ` · ${reason}`}
    </p>
  )
}

function RefuseForm({ onRefuse, onCancel }: { readonly onRefuse: (reason: string) => Promise<void>; readonly onCancel: () => void }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  return (
    <>
      <TextField label={t`Why is it refused?`} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      <Buttons>
        <Button kind="danger" disabled={reason.trim() === ''} onClick={() => onRefuse(reason.trim())}>{t`Refuse`}</Button>
        <Button kind="quiet" onClick={onCancel}>{t`Cancel`}</Button>
      </Buttons>
    </>
  )
}
