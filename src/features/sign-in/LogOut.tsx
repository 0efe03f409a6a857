import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { saveTitle } from '../../answers/saveTitle.ts'
import { exportOutbox, type OutboxView } from '../../store/outbox/queue.ts'
import type { LeftBehind } from '../../store/session/leaveBehind.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DiscardDialog } from '../../ui/overlays/DiscardDialog.tsx'
import { useLogOut } from './useLogOut.ts'

/**
 * Logs out without losing unsent work: it is sent now, or later from this device with the person's grant, or
 * saved to a file, or discarded, but only after a typed word. `leave` opens the sign-in page, so that nothing
 * of this person stays on the screen.
 */
export function LogOut({ leave, onClose }: { readonly leave: () => Promise<void>; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { step, setStep, waits, slow, trouble, saves, answer, goOut, discard } = useLogOut(leave, onClose)
  switch (step) {
    case 'whose':
      return (
        <Dialog
          open
          kind="generic"
          title={t`Do other people use this device too?`}
          onClose={onClose}
          actions={<SharedActions onAnswer={(isShared) => void answer(isShared)} />}
        >
          {trouble && (
            <div style={{ marginBottom: '1rem' }}>
              <Notice level="error">{trouble}</Notice>
            </div>
          )}
          <p>
            <Trans>
              If several people use this device, your saves are locked until they are sent. After you sign out, no one can open them here.
              We ask this once; you can change it in User Preferences.
            </Trans>
          </p>
        </Dialog>
      )
    case 'sending':
      return slow ? (
        <Dialog open kind="generic" title={t`Sending your last saves…`} onClose={onClose}>
          <Busy />
        </Dialog>
      ) : null
    case 'leaving':
      return (
        <Dialog open kind="generic" title={t`Signing out…`} onClose={() => undefined}>
          <Busy />
        </Dialog>
      )
    case 'open':
      return (
        <Dialog
          open
          kind="generic"
          title={t`Your saves could not be locked`}
          onClose={onClose}
          actions={
            <>
              <Button onClick={onClose}>{t`Stay signed in`}</Button>
              <Button kind="danger" onClick={() => void goOut(true)}>
                {t`Logout`}
              </Button>
            </>
          }
        >
          <p>
            <Trans>
              Other people use this device, and an expert could read your unsent saves. Stay signed in until they are sent, or export them
              in the Outbox.
            </Trans>
          </p>
        </Dialog>
      )
    case 'discard':
      return <DiscardSaves saves={saves} onClose={() => setStep('left')} onDiscard={discard} />
    case 'left':
      return (
        <Dialog
          open
          kind="generic"
          fullBelow={0}
          title={<LeftTitle waits={waits} />}
          onClose={onClose}
          actions={<LeftActions onStay={onClose} onDiscard={() => setStep('discard')} onLogOut={() => void goOut()} />}
        >
          <LeftWords waits={waits} />
        </Dialog>
      )
  }
}

function SharedActions({ onAnswer }: { readonly onAnswer: (isShared: boolean) => void }) {
  const { t } = useLingui()
  return (
    <>
      <Button onClick={() => onAnswer(true)}>{t`Yes, several people`}</Button>
      <Button kind="primary" onClick={() => onAnswer(false)}>
        {t`No, only me`}
      </Button>
    </>
  )
}

function Busy() {
  return (
    <div style={{ display: 'flex', justifyContent: 'center', padding: '1rem' }}>
      <Spinner />
    </div>
  )
}

interface DiscardProps {
  readonly saves: readonly OutboxView[]
  readonly onClose: () => void
  readonly onDiscard: () => Promise<void>
}

function DiscardSaves({ saves, onClose, onDiscard }: DiscardProps) {
  const { t, i18n } = useLingui()
  return (
    <DiscardDialog title={t`Discard these?`} keep={t`Keep them`} discard={t`Discard and sign out`} onClose={onClose} onDiscard={onDiscard}>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {saves.map((save) => (
          <li key={save.opId}>
            {saveTitle(save)}, {i18n.date(new Date(save.clientAt), { dateStyle: 'medium', timeStyle: 'short' })}
          </li>
        ))}
      </ul>
      <p>
        <Trans>They will be deleted from this device. They are not on the server, so no one else has them.</Trans>
      </p>
    </DiscardDialog>
  )
}

function LeftTitle({ waits: { count, later } }: { readonly waits: LeftBehind }) {
  if (later === count)
    return <Plural value={count} one="# save will be sent later from this device" other="# saves will be sent later from this device" />
  if (later === 0) return <Plural value={count} one="# save waits here until you are back" other="# saves wait here until you are back" />
  return <Trans>{count} saves have not been sent</Trans>
}

interface LeftActionsProps {
  readonly onStay: () => void
  readonly onDiscard: () => void
  readonly onLogOut: () => void
}

function LeftActions({ onStay, onDiscard, onLogOut }: LeftActionsProps) {
  const { t } = useLingui()
  const takeFile = async () => {
    downloadFile(await exportOutbox(), `muster-outbox-${new Date().toISOString().slice(0, 10)}.zip`)
  }
  return (
    <>
      <Button kind="quiet" icon="trash" onClick={onDiscard}>
        {t`Discard`}
      </Button>
      <Button icon="download" onClick={() => void takeFile()}>
        {t`Export`}
      </Button>
      <Button onClick={onStay}>{t`Stay signed in`}</Button>
      <Button kind="primary" onClick={onLogOut}>
        {t`Logout`}
      </Button>
    </>
  )
}

function LeftWords({ waits: { count, later, stopped } }: { readonly waits: LeftBehind }) {
  const stays = count - later
  return (
    <div style={{ display: 'grid', gap: '0.75rem' }}>
      {later > 0 && (
        <p>
          {later < count && (
            <>
              <strong>
                <Plural value={later} one="# will be sent later from this device." other="# will be sent later from this device." />
              </strong>{' '}
            </>
          )}
          <Trans>
            They are sent in your name as soon as there is a connection, also while another person uses this device. You don't have to do
            anything else.
          </Trans>
        </p>
      )}
      {later < count && (
        <p>
          {later > 0 && (
            <>
              <strong>
                <Plural value={stays} one="# waits here until you are back." other="# wait here until you are back." />
              </strong>{' '}
            </>
          )}
          {stopped > 0 ? (
            <Trans>Refused saves, and saves that another person changed too, need you. Sign in here again, or export them.</Trans>
          ) : (
            <Trans>They are kept on this device and are sent when you sign in here again.</Trans>
          )}
        </p>
      )}
    </div>
  )
}
