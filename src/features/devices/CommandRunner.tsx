import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { finishCommand, lockDevice, type ReceivedCommand, useDevice } from '../../store/session/deviceState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

/** The device counts as idle after this time without a touch and may then be reloaded, ms. */
export const idleFor = 20_000

/** How often a device in use is checked again, ms. */
const lookEvery = 2000

export interface Acts {
  /** Returns true if a reload loses nothing: no typed input and no work in progress. */
  mayReload(): boolean
  /** Fetches the newest version of the app, then reloads the page. */
  refresh(): void
  /** Opens the start page again. */
  restart(): void
  /** Removes the kiosk pairing and asks for a code; resolves to false if the device is not a kiosk. */
  pairAgain(): Promise<boolean>
}

/** Returns a function that tells whether the device is idle now. */
function useIdle(): () => boolean {
  const touched = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const touch = () => {
      touched.current = performance.now()
    }
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, touch, true)
    return () => {
      for (const event of events) removeEventListener(event, touch, true)
    }
  }, [])
  return () => performance.now() - touched.current >= idleFor
}

/**
 * Runs the remote commands for this device in order, each once: a command is recorded as done before any
 * reload.
 */
export function CommandRunner({ acts }: { readonly acts: Acts }) {
  const device = useDevice()
  const [look, setLook] = useState(0)
  const idle = useIdle()
  const doing = useRef<string>(undefined)
  const next = device?.open[0]

  useEffect(() => {
    if (!next || next.kind === 'message' || doing.current === next.id) return
    if (next.kind === 'lock' || next.kind === 'unlock') {
      doing.current = next.id
      void lockDevice(next.kind === 'lock').then(() => finishCommand(next.id))
      return
    }
    if (!idle() || !acts.mayReload()) {
      const timer = setTimeout(() => setLook(look + 1), lookEvery)
      return () => clearTimeout(timer)
    }
    doing.current = next.id
    void run(next, acts)
    return
  }, [acts, idle, look, next])

  return next?.kind === 'message' ? <Message command={next} from={device?.account ?? ''} /> : null
}

async function run({ id, kind }: ReceivedCommand, acts: Acts): Promise<void> {
  if (kind === 're-pair') {
    const was = await acts.pairAgain()
    await finishCommand(id, was ? 'done' : 'failed', was ? undefined : 'not a kiosk')
    if (was) acts.restart()
    return
  }
  await finishCommand(id)
  if (kind === 'refresh') acts.refresh()
  else acts.restart()
}

function Message({ command, from }: { readonly command: ReceivedCommand; readonly from: string }) {
  const { t } = useLingui()
  const close = () => void finishCommand(command.id)
  return (
    <Dialog
      open
      role="alertdialog"
      kind="generic"
      title={<Trans>Message from {from}</Trans>}
      onClose={close}
      actions={
        <Button kind="primary" data-autofocus onClick={close}>
          {t`I have read it`}
        </Button>
      }
    >
      <p style={{ fontSize: 'var(--m-font-sizes-lg)', overflowWrap: 'anywhere' }}>{command.text}</p>
    </Dialog>
  )
}
