import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { nameOf } from '../../lib/pageOf.ts'
import { markSessionLeft } from '../../store/encryption/grants.ts'
import { flushOwn, type LeftBehind, leaveBehind, leftBy } from '../../store/session/logOut.ts'
import { discardOp, exportOutbox, useOutbox } from '../../store/outbox/outbox.ts'
import { getOwner, setOwner } from '../../store/identity/owner.ts'
import { setShared, sharedDevice } from '../../store/encryption/sharedDevice.ts'
import { getStore } from '../../store/db/store.ts'
import { takeSessionBack } from '../../sync/signOut.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { DiscardDialog } from '../../ui/overlays/DiscardDialog.tsx'
import { giveFile } from '../../ui/giveFile.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { dismissToasts } from '../../ui/feedback/toast.tsx'
import { makeShared } from './makeShared.ts'

/** How long the page waits for the server to revoke the session, ms. */
const signOutLimit = 2000

/**
 * whose: asks once whether the device is shared; sending: the last saves are sent; left: some could not be
 * sent; discard: asks for the typed word; open: the work could not be sealed; leaving: the person is being logged
 * out, and the next user waits for that.
 */
type Step = 'whose' | 'sending' | 'left' | 'discard' | 'open' | 'leaving'

/**
 * Logs out without losing unsent work: it is sent now, or later from this device with the person's grant, or
 * saved to a file, or discarded, but only after a typed word. `leave` opens the sign-in page, so that nothing
 * of this person stays on the screen.
 */
export function LogOut({ leave, onClose }: { readonly leave: () => Promise<void>; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [owner] = useState(getOwner)
  const [step, setStep] = useState<Step>(() => (sharedDevice() === undefined ? 'whose' : 'sending'))
  const [waits, setWaits] = useState<LeftBehind>({ count: 0, later: 0, stopped: 0 })
  const [slow, setSlow] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const begun = useRef(false)
  const saves = useOutbox().filter((save) => save.own)

  const goOut = async (anyway = false) => {
    setStep('leaving')
    await leave()
    try {
      await leaveBehind(owner)
    } catch {
      if (!anyway) return setStep('open')
    }
    // The person is logged out on this device now. The server revokes the session when it can be reached:
    // now, or with the next request.
    try {
      await markSessionLeft(getStore(), owner).catch(() => undefined)
      await setOwner('p:')
      await takeSessionBack(signOutLimit, { isNextWaiting: true })
    } finally {
      // Also if the store fails: the dialog must not block the sign-in page.
      dismissToasts()
      onClose()
    }
  }

  const send = async () => {
    if ((await leftBy(owner)).count > 0) {
      setSlow(navigator.onLine)
      await flushOwn(owner)
    }
    const left = await leftBy(owner)
    setSlow(false)
    if (left.count === 0) return await goOut()
    setWaits(left)
    setStep('left')
  }

  useEffect(() => {
    if (step !== 'sending' || begun.current) return
    begun.current = true
    void send()
  })

  const answer = async (several: boolean) => {
    if (several) {
      const why = await makeShared()
      if (why !== undefined) return setTrouble(why)
    } else setShared(false)
    setStep('sending')
  }

  const takeFile = async () => {
    giveFile(await exportOutbox(), `muster-outbox-${new Date().toISOString().slice(0, 10)}.zip`)
  }

  const discard = async () => {
    for (const { opId } of saves) await discardOp(opId)
    await goOut()
  }

  const { count, later, stopped } = waits
  const stays = count - later
  if (step === 'whose')
    return (
      <Dialog
        open
        kind="generic"
        title={t`Do other people use this device too?`}
        onClose={onClose}
        actions={
          <>
            <Button onClick={() => void answer(true)}>{t`Yes, several people`}</Button>
            <Button kind="primary" onClick={() => void answer(false)}>
              {t`No, only me`}
            </Button>
          </>
        }
      >
        {trouble && <Notice level="error">{trouble}</Notice>}
        <p>
          <Trans>
            On a device of several people, what you save is locked until it has been sent, and nobody can open it here once you have logged
            out. We ask this once; you can change it in User Preferences.
          </Trans>
        </p>
      </Dialog>
    )

  if (step === 'sending')
    return slow ? (
      <Dialog open kind="generic" title={t`Sending your last saves…`} onClose={onClose}>
        <div style={{ display: 'flex', justifyContent: 'center', padding: '1rem' }}>
          <Spinner />
        </div>
      </Dialog>
    ) : null

  if (step === 'leaving')
    return (
      <Dialog open kind="generic" title={t`Logging out…`} onClose={() => undefined}>
        <div style={{ display: 'flex', justifyContent: 'center', padding: '1rem' }}>
          <Spinner />
        </div>
      </Dialog>
    )

  if (step === 'open')
    return (
      <Dialog
        open
        kind="generic"
        title={t`Your saves could not be locked`}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>{t`Stay logged in`}</Button>
            <Button kind="danger" onClick={() => void goOut(true)}>
              {t`Logout`}
            </Button>
          </>
        }
      >
        <p>
          <Trans>
            Other people use this device, and what waits here could be read by somebody who knows how. Stay logged in until it has been
            sent, or export it in the Outbox.
          </Trans>
        </p>
      </Dialog>
    )

  if (step === 'discard')
    return (
      <DiscardDialog
        title={t`Throw these away?`}
        keep={t`Keep them`}
        discard={t`Discard and log out`}
        onClose={() => setStep('left')}
        onDiscard={discard}
      >
        <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {saves.map((save) => (
            <li key={save.opId}>
              {save.title || nameOf(save.path)}, {i18n.date(new Date(save.clientAt), { dateStyle: 'medium', timeStyle: 'short' })}
            </li>
          ))}
        </ul>
        <p>
          <Trans>They will be gone from this device. They have not reached the server, so nobody else has them.</Trans>
        </p>
      </DiscardDialog>
    )

  return (
    <Dialog
      open
      kind="generic"
      fullBelow={0}
      title={
        later === count ? (
          <Plural value={count} one="# save will be sent later from this device" other="# saves will be sent later from this device" />
        ) : later === 0 ? (
          <Plural value={count} one="# save waits here until you are back" other="# saves wait here until you are back" />
        ) : (
          <Trans>{count} saves have not been sent</Trans>
        )
      }
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" icon="trash" onClick={() => setStep('discard')}>
            {t`Discard`}
          </Button>
          <Button icon="download" onClick={() => void takeFile()}>
            {t`Export`}
          </Button>
          <Button kind="primary" onClick={() => void goOut()}>
            {t`Logout`}
          </Button>
        </>
      }
    >
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
              They go as yours as soon as there is a connection, also while somebody else uses this device. You need not come back for it.
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
              <Trans>What was refused, or was changed by somebody else too, needs you: log in here again, or export it.</Trans>
            ) : (
              <Trans>They are kept on this device and are sent when you log in here again.</Trans>
            )}
          </p>
        )}
      </div>
    </Dialog>
  )
}
