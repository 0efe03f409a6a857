import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { finishCommand, lockDevice, type ReceivedCommand, useDevice } from '../../store/device.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** Nobody has touched the device for so long: it may be loaded anew, ms. */
export const idleFor = 20_000

/** How often a device in use is looked at again, ms. */
const lookEvery = 2000

export interface Acts {
  /** Nothing would be lost by loading the page anew: nothing typed, nothing under way. */
  mayReload(): boolean
  /** Fetches the newest version of the app, then loads the page anew. */
  refresh(): void
  /** Begins anew at the start. */
  restart(): void
  /** Forgets what it is a kiosk of and asks for a code; false where it is none. */
  pairAgain(): Promise<boolean>
}

/** Resolves to whether nobody is using the device now. */
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

/** Does what the device is asked to do, one after the other, each once: written down as done before anything is loaded anew. */
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
