import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { pinWay, type PinWay } from '../../../contract/endpoints/sign-in.ts'
import { ask } from '../../sync/ask.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** How the PINs of this server reach people, where it is not by text message. Shows nothing otherwise. */
export function PinHint() {
  const [way, setWay] = useState<PinWay>()
  useEffect(() => {
    const leave = new AbortController()
    ask(pinWay, undefined, undefined, { signal: leave.signal }).then(
      (answer) => setWay(answer.way),
      () => undefined,
    )
    return () => leave.abort()
  }, [])
  if (way === 'demo')
    return (
      <Notice>
        <Trans>
          This is a demo: no text message leaves it. Your PIN appears under{' '}
          <a href="/texts" target="_blank">
            Text messages
          </a>
          .
        </Trans>
      </Notice>
    )
  if (way === 'mail')
    return (
      <Notice>
        <Trans>This server sends PINs by e-mail, to the address of your account.</Trans>
      </Notice>
    )
  if (way === 'none')
    return (
      <Notice level="warning">
        <Trans>This server cannot send PINs yet. Ask the person who runs it for a sign-in link.</Trans>
      </Notice>
    )
  return null
}
